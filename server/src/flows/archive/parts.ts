/** A file, or a piece of one, in a mail. */
export interface Piece {
  readonly name: string
  readonly type: string
  readonly file: WholeFile
  /** Of the file. */
  readonly start: number
  readonly sizeBytes: number
  /** Said in the body if this is not the whole file. */
  readonly note?: string
}

export interface WholeFile {
  readonly name: string
  readonly type: string
  readonly sizeBytes: number
  readonly sha256: string
  readonly read: () => Promise<Uint8Array>
}

/** What one file takes beside its bytes, at most: its name is encoded twice in headers, and is in the note about a piece. */
const headBytes = 8_192

/** The size of bytes in base64 with its line ends, and of the headers before them. */
export const encodedSize = (bytes: number) => Math.ceil((Math.ceil(bytes / 3) * 4 * 78) / 76) + 4 + headBytes

/** The most bytes whose encoded form fits. */
export const bytesWithin = (room: number) =>
  Math.max(0, Math.floor(((room - headBytes - 8) * 76 * 3) / 78 / 4) - 3)

/**
 * Distributes files over mails in their order. The first mail also has the body. A file that no mail can hold whole is cut
 * into numbered pieces, which give the file again when they are joined. Nothing is dropped.
 * @param first The room for files in the first mail. @param later The room in each later one.
 */
export function intoParts(
  files: readonly WholeFile[],
  { first, later }: { readonly first: number; readonly later: number },
): Piece[][] {
  const parts: Piece[][] = [[]]
  let room = first
  for (const piece of files.flatMap((file) => cut(file, later))) {
    const size = encodedSize(piece.sizeBytes)
    if (size > room) {
      parts.push([])
      room = later
    }
    parts.at(-1)?.push(piece)
    room -= size
  }
  return parts
}

function cut(file: WholeFile, room: number): Piece[] {
  const { name, type, sizeBytes, sha256 } = file
  if (encodedSize(sizeBytes) <= room) return [{ name, type, file, start: 0, sizeBytes }]
  const most = bytesWithin(room)
  if (most === 0) throw new RangeError('The largest mail has no room for any file')
  const count = Math.ceil(sizeBytes / most)
  return Array.from({ length: count }, (_, index) => {
    const start = index * most
    const end = Math.min(start + most, sizeBytes)
    return {
      name: `${name}.${String(index + 1).padStart(3, '0')}`,
      type: 'application/octet-stream',
      file,
      start,
      sizeBytes: end - start,
      note: `Piece ${index + 1} of ${count} of the file “${name}”: bytes ${start} to ${end - 1} of ${sizeBytes}. The pieces joined have the SHA-256 ${sha256}.`,
    }
  })
}
