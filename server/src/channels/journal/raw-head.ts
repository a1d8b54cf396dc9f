import { isUtf8 } from 'node:buffer'

const hidden = 'x-hidden-'
const maxHeadBytes = 1_048_576

/** Where the headers end: at the first empty line, or nowhere. */
export function headerEnd(bytes: Uint8Array): number {
  const blank = /\r?\n\r?\n/.exec(latin1(bytes))
  return blank ? blank.index + blank[0].length : bytes.byteLength
}

/** The headers under which the parser looks for no parts. They are the mail's all the same: `shownName` names them back. */
export function withoutStructure(head: Uint8Array): Uint8Array {
  return Buffer.from(latin1(head).replace(/^(?=content-)/gim, hidden), 'latin1')
}

export function shownName(name: string): string {
  return name.startsWith(hidden) ? name.slice(hidden.length) : name
}

/**
 * The same mail with headers that are UTF-8. Old programs wrote them in their own charset: that of the mail, if it
 * tells one. Bytes inside encoded words belong to the word's own charset and are encoded there.
 */
export function withReadableHead(bytes: Uint8Array): Uint8Array {
  const head = bytes.subarray(0, headerEnd(bytes.subarray(0, maxHeadBytes)))
  if (isUtf8(head)) return bytes
  const text = latin1(head)
  const encoded = text.replace(/=\?[\w-]+\?q\?[^?\s]*\?=/gi, (word) =>
    word.replace(/[\x80-\xff]/g, (byte) => `=${byte.charCodeAt(0).toString(16).toUpperCase()}`),
  )
  const charset = /^content-type:[^]*?charset\s*=\s*"?([\w-]+)/im.exec(text)?.[1] ?? ''
  const readable = decoder(charset).decode(Buffer.from(encoded, 'latin1'))
  return Buffer.concat([Buffer.from(readable), bytes.subarray(head.byteLength)])
}

/** UTF-8 is ruled out where this is asked, and ASCII was a lie. */
function decoder(charset: string): InstanceType<typeof TextDecoder> {
  try {
    const found = new TextDecoder(charset)
    return found.encoding === 'utf-8' ? new TextDecoder('windows-1252') : found
  } catch {
    return new TextDecoder('windows-1252')
  }
}

function latin1(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1')
}

export function asText(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}
