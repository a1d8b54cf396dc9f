/** How WeCom signs and encrypts what it sends. Source: WeCom, "加解密方案说明"; the tests compare it with WeCom's own library. */
import { createDecipheriv, createHash } from 'node:crypto'

/** What is in an envelope, and for whom it is. */
export interface Opened {
  readonly message: Buffer
  readonly receiverId: string
}

const randomBytes = 16
const lengthBytes = 4
/** Longer than the cipher's own blocks. */
const paddedTo = 32

interface Signed {
  readonly timestamp: string
  readonly nonce: string
  /** The encrypted text. */
  readonly encrypted: string
}

/** The signature of an encrypted text, in hexadecimal. */
export function signatureOf(token: string, { timestamp, nonce, encrypted }: Signed): string {
  const parts = [token, timestamp, nonce, encrypted].toSorted()
  return createHash('sha1').update(parts.join('')).digest('hex')
}

/** Undefined for what was not encrypted with this key. */
export function openEnvelope(key: Buffer, encrypted: string): Opened | undefined {
  const sealed = Buffer.from(encrypted, 'base64')
  if (sealed.length === 0 || sealed.length % 16 !== 0) return undefined
  const decipher = createDecipheriv('aes-256-cbc', key, key.subarray(0, 16)).setAutoPadding(false)
  const plain = withoutPadding(Buffer.concat([decipher.update(sealed), decipher.final()]))
  if (!plain || plain.length < randomBytes + lengthBytes) return undefined
  const start = randomBytes + lengthBytes
  const end = start + plain.readUInt32BE(randomBytes)
  if (end > plain.length) return undefined
  return { message: plain.subarray(start, end), receiverId: plain.toString('utf8', end) }
}

/** Each byte of the padding is its length. */
function withoutPadding(padded: Buffer): Buffer | undefined {
  const length = padded.at(-1) ?? 0
  if (length < 1 || length > paddedTo || length > padded.length) return undefined
  const at = padded.length - length
  return padded.subarray(at).every((byte) => byte === length) ? padded.subarray(0, at) : undefined
}
