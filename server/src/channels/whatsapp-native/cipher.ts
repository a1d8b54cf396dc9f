import { createDecipheriv, createHash, createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'
import { type Medium, type MediumKind, mediumKinds } from './medium-address.ts'

/** What follows the encrypted bytes: the beginning of their authentication code. */
const macLength = 10
/** An encrypted file is longer than the file by the padding and the code, at most. */
export const mostOverhead = 16 + macLength

interface MediumKeys {
  readonly iv: Uint8Array
  readonly cipherKey: Uint8Array
  readonly macKey: Uint8Array
}

/** The keys of a file, from the one in its message. */
export function keysOf(kind: MediumKind, mediaKey: Uint8Array): MediumKeys {
  const info = `WhatsApp ${mediumKinds[kind]} Keys`
  const bytes = Buffer.from(hkdfSync('sha256', mediaKey, Buffer.alloc(0), info, 112))
  return { iv: bytes.subarray(0, 16), cipherKey: bytes.subarray(16, 48), macKey: bytes.subarray(48, 80) }
}

/**
 * The file in these bytes. Undefined if one bit differs from what the sender sent: the authentication code and both hashes are
 * checked, none of which Baileys does when it fetches a file itself.
 */
export function decrypt(
  file: Uint8Array,
  { kind, mediaKey, fileEncSha256, fileSha256 }: Medium,
): Uint8Array | undefined {
  if (file.length <= macLength) return undefined
  if (fileEncSha256 && !isEqual(sha256Of(file), fileEncSha256)) return undefined
  const { iv, cipherKey, macKey } = keysOf(kind, mediaKey)
  const sealed = file.subarray(0, file.length - macLength)
  const mac = createHmac('sha256', macKey).update(iv).update(sealed).digest().subarray(0, macLength)
  if (!isEqual(mac, file.subarray(file.length - macLength))) return undefined
  try {
    const decipher = createDecipheriv('aes-256-cbc', cipherKey, iv)
    const opened = Buffer.concat([decipher.update(sealed), decipher.final()])
    return fileSha256 && !isEqual(sha256Of(opened), fileSha256) ? undefined : opened
  } catch {
    return undefined
  }
}

const sha256Of = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest()
const isEqual = (a: Uint8Array, b: Uint8Array) => a.length === b.length && timingSafeEqual(a, b)
