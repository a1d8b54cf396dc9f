import type { ResizeOptions } from 'sharp'

/** Larger images are not opened, because a small file can expand beyond the memory. */
const mostPixels = 64_000_000

/**
 * A picture from an image's first frame: upright, WebP, without metadata. None of the original bytes survive, so nothing
 * hidden in them does. `undefined` if it cannot be drawn.
 */
export async function drawPicture(bytes: Uint8Array, size: ResizeOptions): Promise<Buffer | undefined> {
  const { default: sharp } = await import('sharp') // at the first picture, because a start would wait for its library
  try {
    return await sharp(bytes, { limitInputPixels: mostPixels, failOn: 'error', animated: false })
      .rotate()
      .resize(size)
      .webp({ quality: 80 })
      .toBuffer()
  } catch {
    return
  }
}
