/** The same bytes with Node's ways to read them. */
export function buffer(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}

export const latin1 = (bytes: Uint8Array): string => buffer(bytes).toString('latin1')
