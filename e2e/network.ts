import type { Page } from '@playwright/test'
import { isWhole } from '@verbatim/reference/share.ts'

/** How many milliseconds slower the network is in a story of keys. */
export const delays = isWhole ? [0, 300, 2_000] : [300]

/** Makes the browser's network this many milliseconds slower. */
export async function slowDown(page: Page, latency: number): Promise<void> {
  const delay = await varyDelay(page)
  await delay(latency)
}

/** Makes the browser's network slower, until it is given another number of milliseconds. */
export async function varyDelay(page: Page): Promise<(latency: number) => Promise<void>> {
  const devTools = await page.context().newCDPSession(page)
  await devTools.send('Network.enable')
  return async (latency) =>
    void (await devTools.send('Network.emulateNetworkConditions', {
      offline: false,
      latency,
      downloadThroughput: -1,
      uploadThroughput: -1,
    }))
}

/** Cuts the browser off from some addresses, until it is given others. */
export async function cutOff(page: Page): Promise<(addresses: readonly string[]) => Promise<void>> {
  const devTools = await page.context().newCDPSession(page)
  await devTools.send('Network.enable')
  return async (addresses) => void (await devTools.send('Network.setBlockedURLs', { urls: [...addresses] }))
}
