import { jsonOf } from '#kernel/json.ts'
import { type Fields, bytesOf, textOf } from './fields.ts'

/** How the key of a file is made from that of its message. */
export const mediumKinds = {
  image: 'Image',
  video: 'Video',
  audio: 'Audio',
  document: 'Document',
  history: 'History',
} as const
export type MediumKind = keyof typeof mediumKinds

/** An encrypted file at WhatsApp's servers, with what opens it. */
export interface Medium {
  readonly kind: MediumKind
  readonly path: string
  /** As the message gives it, if it names a host at all. */
  readonly url: string | undefined
  readonly mediaKey: Uint8Array
  /** Of the file as it is fetched, and as it was sent. */
  readonly fileEncSha256: Uint8Array | undefined
  readonly fileSha256: Uint8Array | undefined
}

const scheme = 'encrypted-file:'

/**
 * The address of a file in a message. It has the key in it, because the file is fetched by its address alone: like the texts, it
 * is stored in the database, and it is no part of any answer, export or line of the log. Undefined if the message does not say enough.
 */
export function addressOfMedium(kind: MediumKind, inner: Fields): string | undefined {
  const path = textOf(inner['directPath'])
  const url = textOf(inner['url'])
  const [mediaKey, enc, plain] = ['mediaKey', 'fileEncSha256', 'fileSha256'].map((name) =>
    bytesOf(inner[name]),
  )
  if (!mediaKey || mediaKey.length !== 32 || (!path && !url)) return undefined
  const written = [kind, path ?? '', url ?? '', ...[mediaKey, enc, plain].map(inBase64)]
  return scheme + Buffer.from(JSON.stringify(written)).toString('base64url')
}

const inBase64 = (bytes: Uint8Array | undefined) => Buffer.from(bytes ?? []).toString('base64')

/** The file at an address; undefined for any other address. */
export function mediumAt(address: string): Medium | undefined {
  if (!address.startsWith(scheme)) return undefined
  const [kind, path = '', url, ...keys] = partsOf(address.slice(scheme.length))
  const [mediaKey, fileEncSha256, fileSha256] = keys.map((key) => {
    const bytes = Buffer.from(key, 'base64')
    return bytes.length === 32 ? bytes : undefined
  })
  if (!kind || !Object.hasOwn(mediumKinds, kind) || !mediaKey) return undefined
  return { kind: kind as MediumKind, path, url: url || undefined, mediaKey, fileEncSha256, fileSha256 }
}

/** A file is forwarded and sent again under other addresses, and its hash stays. */
export function fileAt(address: string): string {
  const { kind, fileSha256 } = mediumAt(address) ?? {}
  return kind && fileSha256 ? `${scheme}${kind}:${inBase64(fileSha256)}` : address
}

function partsOf(encoded: string): readonly string[] {
  const parts = jsonOf(Buffer.from(encoded, 'base64url'))
  return Array.isArray(parts) ? parts.filter((part) => typeof part === 'string') : []
}
