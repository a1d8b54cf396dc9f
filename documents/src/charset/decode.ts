/** Decodes bytes by their content, not only by the declared charset. */
import { isUtf8 } from 'node:buffer'
import { buffer, latin1 } from './bytes.ts'
import { isWide, likelyCharsets, wideCharset } from './detect.ts'
import { type Charset, charsetNamed, shiftedCharset } from './names.ts'

/** A text, and what other programs would read in the same bytes. */
export interface Decoded {
  readonly text: string
  /** Differ from `text` and from one another. */
  readonly others: readonly string[]
}

/** Only the likeliest reading. */
export const decodeText = (bytes: Uint8Array, charset = ''): string => readText(bytes, charset).text

/**
 * Bytes as text. UTF-8 is recognized even if it is declared as ASCII, as Western or not at all, because programs send that.
 * A declared charset counts if it fits the bytes. If it does not, or none is known, the bytes decide. If programs may
 * differ, the other readings are returned too. Never throws.
 */
export function readText(bytes: Uint8Array, charset = ''): Decoded {
  const declared = charsetNamed(charset)
  const wide = wideCharset(bytes)
  if (wide) return decoded([wide.decode(bytes)])
  if (!bytes.some((byte) => byte >= 0x80)) return readAscii(bytes, declared)
  const isPlain = !declared || declared.name === 'utf-8' || declared.name === 'windows-1252'
  if (isUtf8(bytes)) {
    if (isPlain) return { text: buffer(bytes).toString('utf8'), others: [] }
    return decoded(
      [declared.decode(bytes), buffer(bytes).toString('utf8')].toSorted((a, b) => faults(a) - faults(b)),
    )
  }
  if (declared && declared.name !== 'windows-1252' && declared.name !== 'utf-8') {
    const text = declared.decode(bytes)
    if (faults(text) === 0) return { text, others: [] }
    return decoded([...readings(bytes, likelyCharsets(bytes)), text])
  }
  return readLegacy(bytes, declared)
}

/** Seven bits are ASCII, unless a charset hides other characters behind shifts, or contains no ASCII. */
function readAscii(bytes: Uint8Array, declared: Charset | undefined): Decoded {
  const ascii = buffer(bytes).toString('latin1')
  if (declared?.name === 'utf-8') return { text: ascii, others: [] }
  if (!declared || declared.holdsAscii) {
    const shifted = shiftedCharset(bytes)
    return decoded(shifted ? [ascii, shifted.decode(bytes)] : [ascii])
  }
  const text = declared.decode(bytes)
  return decoded(declared.name.startsWith('utf-16') || faults(text) > 0 ? [ascii, text] : [text, ascii])
}

/** Bytes of an unknown or Western charset, or of invalid UTF-8. */
function readLegacy(bytes: Uint8Array, declared: Charset | undefined): Decoded {
  const likely = likelyCharsets(bytes)
  const found = readings(bytes, likely)
  const utf8 = buffer(bytes).toString('utf8')
  const wrong = faults(utf8)
  const characters = utf8.match(/[\u0080-\ufffc]/g)?.length ?? 0
  // A few broken characters in otherwise valid UTF-8, such as one that was cut.
  if (characters > wrong * 2) return decoded([utf8, ...found])
  const [first = ''] = found
  // Second bytes of characters may be ASCII, which other programs would show.
  const isSwallowing = likely.some(isWide) && ascii(first) !== ascii(latin1(bytes))
  return decoded([
    ...found,
    ...(isSwallowing ? [charsetNamed('windows-1252')?.decode(bytes) ?? ''] : []),
    ...(declared?.name === 'utf-8' ? [utf8] : []),
  ])
}

const readings = (bytes: Uint8Array, charsets: readonly (Charset | undefined)[]) =>
  charsets.flatMap((charset) => (charset ? [charset.decode(bytes)] : []))

const faults = (text: string) => text.split('\ufffd').length - 1

/** A reading that differs from the first only by broken characters adds nothing. */
function decoded(readings: readonly string[]): Decoded {
  const [text = '', ...others] = new Set(readings)
  const known = ascii(text)
  return {
    text,
    others: others.filter((one) => one !== '' && !(one.includes('\ufffd') && ascii(one) === known)),
  }
}

const ascii = (text: string) => text.replace(/[^\x20-\x7e]+/g, '')
