import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createZstdCompress, createZstdDecompress } from 'node:zlib'
import { Refusal } from '#platform/refusal.ts'

/** A written file, as described in the manifest. */
export interface SealedFile {
  readonly sizeBytes: number
  /** The hash of the encrypted bytes, in hex, so damage is found without the passphrase. */
  readonly sha256: string
}

/** A file that was cut, changed or exchanged. */
export class Damaged extends Refusal {
  override name = 'Damaged'
  constructor(path: string, cause?: unknown) {
    super(`${path} is damaged. Restore from another copy of the backup.`, { cause })
  }
}

/** A file that this machine cannot read now, for a missing right or a fault of its disk. That says nothing of the bytes. */
export class Unreadable extends Refusal {
  override name = 'Unreadable'
  constructor(path: string, cause: Error) {
    super(`${path} cannot be read (${cause.message.split(', ')[0]}).`, { cause })
  }
}

/** What an error says of the file that was read. One that says nothing of it, such as for lack of memory, stays what it is. */
export function faultOf(path: string, error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof Refusal) return error
  const { code = '', syscall } = error as NodeJS.ErrnoException
  if (code === 'ENOENT' || dataErrors.test(code)) return new Damaged(path, error)
  return syscall === undefined ? error : new Unreadable(path, error)
}

/** Of zlib. */
const dataErrors = /^(Z_(BUF|DATA)_ERROR|ZSTD_error_(?!memory_allocation).*)$/

/** Bytes per frame before encryption. Each frame is authenticated separately, so memory does not grow with the file. */
const frameBytes = 1024 * 1024
const [magic, saltBytes, tagBytes] = [Buffer.from('VBK1'), 16, 16]

/**
 * Compresses, encrypts and writes a file; it resolves once the file is synced to disk. The order of the frames and the last of
 * them are authenticated: none can be left out, repeated, moved, or cut off.
 * @param name The file's place: bytes of another file in its place do not open.
 */
export async function writeSealed(
  path: string,
  { key, name, signal }: { key: Buffer; name: string; signal?: AbortSignal | undefined },
  chunks: AsyncIterable<Uint8Array>,
): Promise<SealedFile> {
  const hash = createHash('sha256')
  let sizeBytes = 0
  async function* counted(encrypted: AsyncIterable<Buffer>) {
    for await (const chunk of encrypted) {
      hash.update(chunk)
      sizeBytes += chunk.length
      yield chunk
    }
  }
  await pipeline(
    Readable.from(chunks, { objectMode: false }),
    createZstdCompress(),
    (compressed: AsyncIterable<Buffer>) => encrypt(compressed, key, name),
    counted,
    createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true }),
    { signal },
  )
  return { sizeBytes, sha256: hash.digest('hex') }
}

/** @throws Damaged, Unreadable before it returns the last bytes, and usually before any. */
export async function* readSealed(
  path: string,
  { key, name }: { key: Buffer; name: string },
): AsyncGenerator<Buffer> {
  const opened = Readable.from(decrypt(path, key, name), { objectMode: false })
  const plain = createZstdDecompress()
  opened.on('error', (error) => plain.destroy(error))
  try {
    for await (const chunk of opened.pipe(plain)) yield chunk as Buffer
  } catch (error) {
    throw faultOf(path, error)
  } finally {
    opened.destroy()
  }
}

/** The hash of a file on disk. @throws Damaged if it is missing @throws Unreadable */
export async function digestOf(path: string): Promise<SealedFile> {
  const hash = createHash('sha256')
  let sizeBytes = 0
  await using file = await opening(path)
  // A backup has hundreds of files, most of them small. A buffer of a frame for each would make V8 collect all garbage again and again.
  const { size } = await file.stat()
  const highWaterMark = Math.min(Math.max(size, 1), frameBytes)
  const chunks: AsyncIterable<Buffer> = file.createReadStream({ highWaterMark, autoClose: false })
  try {
    for await (const chunk of chunks) {
      hash.update(chunk)
      sizeBytes += chunk.length
    }
  } catch (error) {
    throw faultOf(path, error)
  }
  return { sizeBytes, sha256: hash.digest('hex') }
}

const opening = (path: string) =>
  open(path, 'r').catch((error: unknown) => {
    throw faultOf(path, error)
  })

async function* encrypt(chunks: AsyncIterable<Buffer>, master: Buffer, name: string): AsyncGenerator<Buffer> {
  const salt = randomBytes(saltBytes)
  const key = fileKey(master, salt, name)
  yield Buffer.concat([magic, salt])
  let count = 0
  const seal = (plain: Buffer, isLast: boolean) => {
    const cipher = createCipheriv('aes-256-gcm', key, nonceOf(count++, isLast))
    const hidden = Buffer.concat([cipher.update(plain), cipher.final()])
    const length = Buffer.alloc(4)
    length.writeUInt32BE(hidden.length)
    return Buffer.concat([length, hidden, cipher.getAuthTag()])
  }
  // A frame waits until it is known whether another one follows.
  let held = Buffer.alloc(0)
  for await (const chunk of chunks) {
    held = Buffer.concat([held, chunk])
    while (held.length > frameBytes) {
      yield seal(held.subarray(0, frameBytes), false)
      held = held.subarray(frameBytes)
    }
  }
  yield seal(held, true)
}

async function* decrypt(path: string, master: Buffer, name: string): AsyncGenerator<Buffer> {
  const file = await opening(path)
  try {
    const exactly = async (size: number) => {
      const bytes = Buffer.alloc(size)
      let read = 0
      while (read < size) {
        const { bytesRead } = await file.read(bytes, read, size - read)
        if (bytesRead === 0) throw new Damaged(path)
        read += bytesRead
      }
      return bytes
    }
    const head = await exactly(magic.length + saltBytes)
    if (!head.subarray(0, magic.length).equals(magic)) throw new Damaged(path)
    const key = fileKey(master, head.subarray(magic.length), name)
    const end = (await file.stat()).size
    let at = head.length
    for (let count = 0; ; count++) {
      const length = (await exactly(4)).readUInt32BE()
      if (length > frameBytes) throw new Damaged(path)
      const hidden = await exactly(length + tagBytes)
      at += 4 + hidden.length
      const isLast = at === end
      const decipher = createDecipheriv('aes-256-gcm', key, nonceOf(count, isLast), {
        authTagLength: tagBytes,
      })
      decipher.setAuthTag(hidden.subarray(length))
      try {
        yield Buffer.concat([decipher.update(hidden.subarray(0, length)), decipher.final()])
      } catch (error) {
        throw new Damaged(path, error)
      }
      if (isLast) return
    }
  } finally {
    await file.close()
  }
}

/** Each file has a separate key, so a counter is sufficient as a nonce. */
const fileKey = (master: Buffer, salt: Buffer, name: string) =>
  Buffer.from(hkdfSync('sha256', master, salt, `verbatim backup ${name}`, 32))

function nonceOf(count: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(12)
  nonce.writeUInt32BE(count, 7)
  nonce[11] = isLast ? 1 : 0
  return nonce
}
