import { drawPicture } from './draw-picture.ts'
import { sniffType } from '#platform/sniff.ts'

const drawable = new Set(['image/jpeg', 'image/png', 'image/webp'])
/** Sharp on displays of double density, at the largest displayed size. */
const side = 256

/** A square picture of a person. `undefined` if the bytes are not a JPG, PNG or WebP image, under any name, or cannot be drawn. */
export async function drawAvatar(bytes: Uint8Array): Promise<Buffer | undefined> {
  const type = await sniffType(bytes)
  if (!type || !drawable.has(type)) return
  return drawPicture(bytes, { width: side, height: side, fit: 'cover', position: 'attention' })
}
