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
