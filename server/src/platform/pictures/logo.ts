import { sniffType } from '#platform/sniff.ts'

/** Larger images are not opened, because a small file can expand beyond the memory. */
const mostPixels = 20_000_000

export interface DrawnLogo {
  readonly picture: Buffer
  readonly width: number
  readonly height: number
}

/**
 * A logo from a PNG or JPEG: upright, within twice its displayed size, PNG, without metadata. None of the original bytes
 * survive, so nothing hidden in them does. `undefined` if the bytes are neither, or cannot be drawn.
 */
export async function drawLogo(
  bytes: Uint8Array,
  { width, height }: { readonly width: number; readonly height: number },
): Promise<DrawnLogo | undefined> {
  const type = await sniffType(bytes)
  if (type !== 'image/png' && type !== 'image/jpeg') return
  const { default: sharp } = await import('sharp') // at the first picture, because a start would wait for its library
  try {
    const { data, info } = await sharp(bytes, {
      limitInputPixels: mostPixels,
      failOn: 'error',
      animated: false,
    })
      .rotate()
      .resize(width * 2, height * 2, { fit: 'inside', withoutEnlargement: true })
      .png({ compressionLevel: 9 })
      .toBuffer({ resolveWithObject: true })
    return { picture: data, width: info.width, height: info.height }
  } catch {
    return
  }
}
