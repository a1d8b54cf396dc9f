import type { Locator } from '@playwright/test'
import { decodeQR } from 'qr/decode.js'
import sharp from 'sharp'

/** What a phone reads in a QR code, as it is drawn on the page. */
export async function scanned(shown: Locator): Promise<string> {
  await shown.waitFor()
  const { data, info } = await sharp(await shown.screenshot())
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return decodeQR({ width: info.width, height: info.height, data })
}
