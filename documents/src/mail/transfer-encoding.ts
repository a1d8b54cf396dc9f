const equals = 0x3d

/** The content of a part, with its transfer encoding removed. An unknown encoding leaves the bytes unchanged. */
export function decodeTransfer(body: Uint8Array, encoding: string): Uint8Array {
  const name = encoding.trim().toLowerCase()
  if (name.startsWith('base64')) return decodeBase64(body)
  if (name.startsWith('quoted-printable')) return decodeQuotedPrintable(body)
  return body
}

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'
const sextets = new Int8Array(256).fill(-1)
for (let at = 0; at < alphabet.length; at++) sextets[alphabet.charCodeAt(at)] = at

/**
 * Skips characters outside the alphabet. Padding in the middle ends a piece, because some programs join pieces; Node's own
 * decoder would stop there.
 */
function decodeBase64(body: Uint8Array): Uint8Array {
  const decoded = new Uint8Array(Math.ceil((body.length * 3) / 4))
  let size = 0
  let bits = 0
  let held = 0
  for (const byte of body) {
    const sextet = sextets[byte] ?? -1
    if (byte === equals) held = 0
    if (sextet < 0) continue
    bits = ((bits << 6) | sextet) & 0xffffff
    held += 6
    if (held >= 8) {
      held -= 8
      decoded[size++] = (bits >> held) & 0xff
    }
  }
  return decoded.subarray(0, size)
}

const carriageReturn = 0x0d
const lineFeed = 0x0a

function decodeQuotedPrintable(body: Uint8Array): Uint8Array {
  const decoded = new Uint8Array(body.length)
  let size = 0
  /** The start of trailing blanks, which are dropped at the end of a line, because transport adds them. */
  let solid = 0
  for (let at = 0; at < body.length; at++) {
    const byte = body[at] ?? 0
    if (byte === lineFeed || byte === carriageReturn) size = solid
    if (byte === equals) {
      const skipped = softBreak(body, at)
      if (skipped > 0) {
        at += skipped
        solid = size
        continue
      }
      const value = hexByte(body, at + 1)
      if (value !== undefined) {
        decoded[size++] = value
        solid = size
        at += 2
        continue
      }
    }
    decoded[size++] = byte
    if (byte !== 0x20 && byte !== 0x09) solid = size
  }
  return decoded.subarray(0, size)
}

/** How many bytes a soft line break takes after its `=`; 0 if there is none. */
function softBreak(body: Uint8Array, at: number): number {
  let end = at + 1
  while (body[end] === 0x20 || body[end] === 0x09) end++
  if (body[end] === carriageReturn && body[end + 1] === lineFeed) return end + 1 - at
  if (body[end] === lineFeed) return end - at
  return end >= body.length ? end - at : 0
}

function hexByte(body: Uint8Array, at: number): number | undefined {
  const [high, low] = [hexDigit(body[at]), hexDigit(body[at + 1])]
  return high === undefined || low === undefined ? undefined : high * 16 + low
}

function hexDigit(byte: number | undefined): number | undefined {
  if (byte === undefined) return undefined
  if (byte >= 0x30 && byte <= 0x39) return byte - 0x30
  const letter = byte | 0x20
  return letter >= 0x61 && letter <= 0x66 ? letter - 0x57 : undefined
}
