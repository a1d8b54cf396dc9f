/** Charsets that put every script into seven bits by shifting, which no `TextDecoder` reads. */
import { latin1 } from './bytes.ts'

/** Base64 of UTF-16 between `+` and `-`. Source: RFC 2152. */
export function decodeUtf7(bytes: Uint8Array): string {
  return latin1(bytes).replace(/\+([A-Za-z0-9+/]*)-?/g, (whole, piece: string) =>
    piece === '' ? (whole === '+-' ? '+' : whole) : wide(Buffer.from(piece, 'base64')),
  )
}

function wide(bytes: Buffer): string {
  return new TextDecoder('utf-16be').decode(bytes.subarray(0, bytes.length - (bytes.length % 2)))
}

/** GB 2312 between `~{` and `~}`. Source: RFC 1843. */
export function decodeHz(bytes: Uint8Array): string {
  return latin1(bytes).replace(
    /~(?:\{((?:(?!~[{}])[!-~])*)~\}|(~)|\r?\n)/g,
    (_, pairs?: string, tilde?: string) => (pairs === undefined ? (tilde ?? '') : raised(pairs, 'gb18030')),
  )
}

/** KS C 5601 between the control characters SO and SI. Source: RFC 1557. */
export function decodeIso2022Kr(bytes: Uint8Array): string {
  return latin1(bytes)
    .replaceAll('\x1b$)C', '')
    .replace(/\x0e([^\x0f\n]*)\x0f?/g, (_, pairs: string) => raised(pairs, 'euc-kr')) // oxlint-disable-line no-control-regex -- they are the shifts
}

function raised(pairs: string, encoding: string): string {
  return new TextDecoder(encoding).decode(Buffer.from(pairs, 'latin1').map((byte) => byte | 0x80))
}

/** Four bytes per character, in the order of its mark or, without one, in the given order. */
export function decodeUtf32(bytes: Uint8Array, order: 'little' | 'big'): string {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const isLittle =
    bytes[0] === 0xff && bytes[1] === 0xfe
      ? true
      : bytes[2] === 0xfe && bytes[3] === 0xff
        ? false
        : order === 'little'
  let text = ''
  for (let at = 0; at + 4 <= bytes.length; at += 4) {
    const code = view.getUint32(at, isLittle)
    const isCharacter = code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff)
    if (code !== 0xfeff || at > 0) text += isCharacter ? String.fromCodePoint(code) : '\ufffd'
  }
  return text
}
