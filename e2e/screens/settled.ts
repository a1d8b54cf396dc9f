import type { Page, Request } from '@playwright/test'

/** Sockets, which never end. */
const isOpenForGood = (request: Request) => request.url().includes('/socket.io/')

/**
 * Follows what the page asks the server.
 * @returns Resolves once no answer is awaited, nothing is busy, the type has arrived and every fade is over.
 */
export function followRequests(page: Page): () => Promise<void> {
  const awaited = new Set<Request>()
  page.on('request', (request) => {
    if (!isOpenForGood(request)) awaited.add(request)
  })
  page.on('requestfinished', (request) => awaited.delete(request))
  page.on('requestfailed', (request) => awaited.delete(request))
  return async () => {
    for (let quiet = 0; quiet < 2; quiet = awaited.size === 0 ? quiet + 1 : 0) {
      await page.waitForFunction(() => !document.querySelector('[aria-busy="true"]'))
      await settleAnimations(page)
    }
  }
}

/** During a fade the contrast is that of neither its beginning nor its end. */
export async function settleAnimations(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
    await document.fonts.ready
    await frame()
    await frame()
    const passing = document
      .getAnimations()
      .filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity)
    await Promise.allSettled(passing.map(({ finished }) => finished))
  })
}
