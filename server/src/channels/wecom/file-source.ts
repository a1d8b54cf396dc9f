/**
 * An archive in a folder, in place of WeCom's, for tests: `*.json` are answers to `GetChatData` in order, `files/` has files by
 * the SHA-256 of their names, and `failure` the code that every call is answered with. WeCom's cipher for messages is not
 * published, so here it is AES-256-GCM under the SHA-256 of the message's key: 12 bytes of nonce, 16 of tag, the text.
 */
import { createDecipheriv, createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import {
  ArchiveFailure,
  type ArchiveSource,
  type FilePiece,
  readPage,
  type SealedMessage,
} from './archive-source.ts'

const [nonceBytes, tagBytes] = [12, 16]
const pieceBytes = 512 * 1024

export function openFolder(folder: string): ArchiveSource {
  const guard = async () => {
    const code = await readFile(join(folder, 'failure'), 'utf8').catch(() => '')
    if (code !== '') throw new ArchiveFailure(Number(code))
  }
  /** The last number of each page that was read: a page never changes. */
  const ends = new Map<string, number>()
  return {
    async messages(after, most) {
      await guard()
      const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.json'))
      const found: SealedMessage[] = []
      for (const name of names.toSorted()) {
        if (found.length >= most) break
        if ((ends.get(name) ?? Infinity) <= after) continue
        const page = readPage(await readFile(join(folder, name), 'utf8'))
        ends.set(name, Math.max(-1, ...page.map(({ seq }) => seq)))
        found.push(...page.filter(({ seq }) => seq > after))
      }
      return found.slice(0, most)
    },
    open: async (messageKey, sealed) => openText(messageKey, sealed),
    async file(fileId, place) {
      await guard()
      return pieceOf(await readBytes(folder, fileId), place)
    },
    close: async () => {},
  }
}

/** The cipher's key, from the key that is in a message. */
export const cipherKeyOf = (messageKey: string) => createHash('sha256').update(messageKey).digest()

/** The name of a file's bytes in `files/`. */
export const fileNameOf = (fileId: string) => createHash('sha256').update(fileId).digest('hex')

function openText(messageKey: string, sealed: string): string {
  const bytes = Buffer.from(sealed, 'base64')
  const decipher = createDecipheriv('aes-256-gcm', cipherKeyOf(messageKey), bytes.subarray(0, nonceBytes), {
    authTagLength: tagBytes,
  })
  try {
    decipher.setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes))
    const text = decipher.update(bytes.subarray(nonceBytes + tagBytes))
    return Buffer.concat([text, decipher.final()]).toString('utf8')
  } catch {
    throw new ArchiveFailure(10_008)
  }
}

async function readBytes(folder: string, fileId: string): Promise<Buffer> {
  try {
    return await readFile(join(folder, 'files', fileNameOf(fileId)))
  } catch {
    throw new ArchiveFailure(10_005)
  }
}

/** In pieces as large as WeCom's, with places that look like its own. */
function pieceOf(bytes: Buffer, place: string): FilePiece {
  const from = Number(/^Range:bytes=(\d+)-/.exec(place)?.[1] ?? 0)
  const end = from + pieceBytes
  const piece = bytes.subarray(from, end)
  if (end >= bytes.length) return { bytes: piece }
  return { bytes: piece, next: `Range:bytes=${end}-${end + pieceBytes - 1}` }
}
