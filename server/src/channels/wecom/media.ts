import { createHash } from 'node:crypto'
import type { ChannelAccount } from '#channels/connector.ts'
import type { MediaLimits, MediaOutcome } from '#channels/provider-calls.ts'
import { toFetched } from '#channels/fetched-medium.ts'
import { ArchiveFailure, type ArchiveSource, type FilePiece, lostFiles } from './archive-source.ts'
import { type ArchivedFile, fileAt } from './media-address.ts'
import { openArchive } from './open-archive.ts'
import { corporationOf } from './secrets.ts'

/** Times that a piece is asked for before the file is tried again from its beginning. */
const pieceTries = 3
/** Bytes with another hash than WeCom says are kept after this many tries: its hashes are not always right. */
const mismatches = 3

/** Fetches a file from the archive of the account's corporation, piece by piece. */
export async function fetchFile(
  address: string,
  account: ChannelAccount,
  limits: MediaLimits,
): Promise<MediaOutcome> {
  const file = fileAt(address)
  const corporation = corporationOf(account)
  if (!file || (corporation && corporation.corpId !== file.corpId))
    return { outcome: 'gap', reason: 'host-refused' }
  const archive = corporation && openArchive(corporation, limits)
  if (!archive) return { outcome: 'retry', reason: 'not-configured' }
  try {
    return await readFile(archive, file, limits)
  } catch (error) {
    if (!(error instanceof ArchiveFailure)) throw error
    const reason = lostFiles.get(error.code)
    return reason ? { outcome: 'gap', reason } : { outcome: 'retry', reason: `archive-${error.code}` }
  } finally {
    await archive.close()
  }
}

async function readFile(
  archive: ArchiveSource,
  { fileId, md5 }: ArchivedFile,
  { maxBytes, timeoutMs, attempt = 1 }: MediaLimits,
): Promise<MediaOutcome> {
  const end = performance.now() + timeoutMs
  const pieces: Uint8Array[] = []
  let size = 0
  let place: string | undefined = ''
  while (place !== undefined) {
    if (performance.now() > end) return { outcome: 'retry', reason: 'timeout' }
    const piece: FilePiece = await readPiece(archive, fileId, place)
    pieces.push(piece.bytes)
    size += piece.bytes.byteLength
    if (size > maxBytes) return { outcome: 'gap', reason: 'too-large' }
    // A library that gives the same place again would never end.
    if (piece.next !== undefined && piece.bytes.byteLength === 0) throw new ArchiveFailure('not-understood')
    place = piece.next
  }
  const bytes = Buffer.concat(pieces)
  const isSame = md5 === undefined || createHash('md5').update(bytes).digest('hex') === md5
  if (!isSame && attempt < mismatches) return { outcome: 'retry', reason: 'hash-differs' }
  const fetched = await toFetched(bytes, '')
  return fetched.outcome === 'fetched' && !isSame ? { ...fetched, hashDiffers: true } : fetched
}

/** The library fails now and then, and then gives the same piece again. */
async function readPiece(archive: ArchiveSource, fileId: string, place: string): Promise<FilePiece> {
  for (let tries = 1; ; tries++) {
    try {
      return await archive.file(fileId, place)
    } catch (error) {
      const isPassing =
        error instanceof ArchiveFailure && [10_001, 10_002, 10_003].includes(error.code as number)
      if (!isPassing || tries >= pieceTries) throw error
    }
  }
}
