/** Larger images, in bytes or pixels, are not opened, because a small file can expand beyond the memory. */
const mostBytes = 50 * 1024 * 1024
const mostPixels = 64_000_000

/**
 * A picture from an image's first frame: upright, at most 1,600 pixels wide or high, WebP, without metadata. None of the
 * original bytes survive, so nothing hidden in them does. `undefined` if it cannot be drawn.
 */
export async function drawPreview(bytes: Uint8Array): Promise<Buffer | undefined> {
  if (bytes.byteLength > mostBytes) return
  const { default: sharp } = await import('sharp') // at the first picture, because a start would wait for its library
  try {
    return await sharp(bytes, { limitInputPixels: mostPixels, failOn: 'error', animated: false })
      .rotate()
      .resize(1_600, 1_600, { fit: 'inside', withoutEnlargement: true })
      .webp({ quality: 80 })
      .toBuffer()
  } catch {
    return
  }
}
