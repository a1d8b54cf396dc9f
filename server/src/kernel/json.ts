/** The value of JSON; undefined for what is none, and for the bytes of an answer that was too long to be read. */
export function jsonOf(json: string | Uint8Array | undefined): unknown {
  if (json === undefined) return undefined
  const text =
    typeof json === 'string'
      ? json
      : Buffer.from(json.buffer, json.byteOffset, json.byteLength).toString('utf8')
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const [quote, backslash, colon] = ['"', '\\', ':'].map((sign) => sign.charCodeAt(0))

/**
 * Whether an object in JSON has a key twice: readers differ in which of the two they take, so such a text may mean one thing to who
 * signed or checked it and another to who acts on it.
 * @param value What the text was parsed to: a key that is there twice is once in it.
 */
export function hasRepeatedKeys(json: string, value: unknown): boolean {
  let written = 0
  let isQuoted = false
  for (let at = 0; at < json.length; at++) {
    const sign = json.charCodeAt(at)
    if (sign === quote) isQuoted = !isQuoted
    else if (isQuoted && sign === backslash) at += 1
    else if (!isQuoted && sign === colon) written += 1
  }
  return written !== countKeys(value)
}

function countKeys(value: unknown): number {
  let count = 0
  const waiting = [value]
  for (let one = waiting.pop(); one !== undefined; one = waiting.pop()) {
    if (typeof one !== 'object' || one === null) continue
    const parts: unknown[] = Object.values(one)
    if (!Array.isArray(one)) count += parts.length
    for (const part of parts) if (typeof part === 'object') waiting.push(part)
  }
  return count
}
