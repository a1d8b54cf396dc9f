import { drawPicture } from './draw-picture.ts'

/** Larger files are not opened. */
const mostBytes = 50 * 1024 * 1024
/** Wide or high. */
const mostSide = 1_600

/** A picture of a file. `undefined` if it cannot be drawn. */
export async function drawPreview(bytes: Uint8Array): Promise<Buffer | undefined> {
  if (bytes.byteLength > mostBytes) return
  return drawPicture(bytes, { width: mostSide, height: mostSide, fit: 'inside', withoutEnlargement: true })
}
