import { isUtf8 } from 'node:buffer'

/**
 * Bytes as text. UTF-8 is recognised whatever was declared as ASCII or not at all, for that is what programs send;
 * else the declared charset counts, and Western text where there is none that is known. Never throws.
 */
export function decodeText(bytes: Uint8Array, charset = ''): string {
  const declared = decoderFor(charset)
  if (isUtf8(bytes) && (!declared || declared.encoding === 'windows-1252' || declared.encoding === 'utf-8')) {
    return buffer(bytes).toString('utf8')
  }
  return (declared ?? new TextDecoder('windows-1252')).decode(bytes)
}

/** As `decodeText`, where UTF-8 is ruled out and the bytes inside encoded words are of the words' own charsets. */
export function decodeHead(bytes: Uint8Array): string {
  if (isUtf8(bytes)) return buffer(bytes).toString('utf8')
  const raw = buffer(bytes).toString('latin1')
  const encoded = raw.replace(/=\?[\w-]+\?q\?[^?\s]*\?=/gi, (word) =>
    word.replace(/[\x80-\xff]/g, (byte) => `=${byte.charCodeAt(0).toString(16).toUpperCase()}`),
  )
  const charset = /^content-type:[^]*?charset\s*=\s*"?([\w-]+)/im.exec(raw)?.[1] ?? ''
  const declared = decoderFor(charset)
  const decoder = declared && declared.encoding !== 'utf-8' ? declared : new TextDecoder('windows-1252')
  return decoder.decode(Buffer.from(encoded, 'latin1'))
}

function decoderFor(charset: string): InstanceType<typeof TextDecoder> | undefined {
  try {
    return new TextDecoder(charset.trim())
  } catch {
    return undefined
  }
}

/** The same bytes with Node's ways to read them. */
export function buffer(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}
