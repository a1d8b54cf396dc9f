/** The same bytes as a Node buffer. */
export function buffer(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}

export const latin1 = (bytes: Uint8Array): string => buffer(bytes).toString('latin1')
