import { sniffType } from './sniff.ts'

const drawable = new Set(['image/jpeg', 'image/png', 'image/webp'])
const mostPixels = 64_000_000
/** Sharp on displays of double density, at the largest displayed size. */
const side = 256

/**
 * A square picture of a person from an image's first frame: upright, WebP, without metadata. None of the original bytes
 * survive, so nothing hidden in them does. `undefined` if the bytes are not a JPG, PNG or WebP image, under any name, or
 * cannot be drawn.
 */
export async function drawAvatar(bytes: Uint8Array): Promise<Buffer | undefined> {
  const type = await sniffType(bytes)
  if (!type || !drawable.has(type)) return
  const { default: sharp } = await import('sharp') // at the first picture, because a start would wait for its library
  try {
    return await sharp(bytes, { limitInputPixels: mostPixels, failOn: 'error', animated: false })
      .rotate()
      .resize(side, side, { fit: 'cover', position: 'attention' })
      .webp({ quality: 80 })
      .toBuffer()
  } catch {
    return
  }
}
