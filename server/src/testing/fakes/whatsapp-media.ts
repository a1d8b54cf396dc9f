import { createCipheriv, createHash, createHmac, hkdfSync, randomBytes } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { LocalServer } from './local-server.ts'

/** How the key of a file is derived, by the field of the message that has it. */
const kinds = {
  imageMessage: 'Image',
  videoMessage: 'Video',
  audioMessage: 'Audio',
  documentMessage: 'Document',
  historySyncNotification: 'History',
} as const
type FakeMediumField = keyof typeof kinds

interface KeptMedium {
  readonly bytes: Buffer
  readonly status: number
}

/** WhatsApp's servers for files: they have only encrypted ones, for some weeks, and give them to pages of WhatsApp Web. */
export class FakeWhatsAppMedia extends LocalServer {
  readonly #files = new Map<string, KeptMedium>()
  readonly asked: { readonly path: string; readonly origin: string | undefined }[] = []

  /** They were asked too often, and name this many seconds to wait. */
  tooOftenForSeconds: number | undefined

  protected override handle(asked: IncomingMessage, answer: ServerResponse): void {
    const path = asked.url ?? ''
    this.asked.push({ path, origin: asked.headers.origin })
    if (this.tooOftenForSeconds !== undefined)
      return void answer.writeHead(429, { 'retry-after': String(this.tooOftenForSeconds) }).end()
    const file = this.#files.get(path.split('?')[0] ?? '')
    if (!file) return void answer.writeHead(404).end()
    // A server that accepted the call and then says nothing.
    if (file.status === 0) return
    answer.writeHead(file.status, { 'content-type': 'application/octet-stream' })
    answer.end(file.status === 200 ? file.bytes : undefined)
  }

  /**
   * Encrypts a file as the sender's app does, and keeps it.
   * @param status What is answered: 404 and 410 once it has expired, 0 for no answer at all.
   * @returns The fields of its message.
   */
  keep(
    plain: Uint8Array,
    field: FakeMediumField = 'imageMessage',
    {
      status = 200,
      mediaKey = randomBytes(32),
    }: { readonly status?: number; readonly mediaKey?: Uint8Array } = {},
  ) {
    const bytes = encrypt(plain, mediaKey, kinds[field])
    const name = `/v/t62.7118-24/${randomBytes(8).toString('hex')}`
    this.#files.set(name, { bytes, status })
    const directPath = `${name}?ccb=11-4&oh=01&oe=02`
    return {
      url: `http://${this.host}${directPath}`,
      directPath,
      mediaKey,
      mimetype: 'image/png',
      fileLength: plain.length,
      fileSha256: sha256(plain),
      fileEncSha256: sha256(bytes),
    }
  }

  /** Changes one bit of a file that is kept. */
  spoil({ directPath }: { readonly directPath: string }, at: number): void {
    const file = this.#files.get(directPath.split('?')[0] ?? '')
    const offset = at < 0 ? (file?.bytes.length ?? 0) + at : at
    if (file) file.bytes[offset] = (file.bytes[offset] ?? 0) ^ 1
  }
}

function encrypt(plain: Uint8Array, mediaKey: Uint8Array, kind: string): Buffer {
  const keys = Buffer.from(hkdfSync('sha256', mediaKey, Buffer.alloc(0), `WhatsApp ${kind} Keys`, 112))
  const [iv, cipherKey, macKey] = [keys.subarray(0, 16), keys.subarray(16, 48), keys.subarray(48, 80)]
  const cipher = createCipheriv('aes-256-cbc', cipherKey, iv)
  const sealed = Buffer.concat([cipher.update(plain), cipher.final()])
  const mac = createHmac('sha256', macKey).update(iv).update(sealed).digest().subarray(0, 10)
  return Buffer.concat([sealed, mac])
}

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest()
