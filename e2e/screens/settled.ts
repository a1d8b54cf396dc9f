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

/** During a fade, the contrast is neither that of its start nor that of its end. */
export async function settleAnimations(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await document.fonts.ready
    // A change of the scheme reaches the page with the next frame, and its styles with the one after.
    for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame)
    // A transition of a color that is inherited starts those of the elements inside, one after another.
    for (let round = 0; round < 10; round++) {
      const passing = document
        .getAnimations()
        .filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity)
      if (passing.length === 0) return
      await Promise.allSettled(passing.map(({ finished }) => finished))
    }
  })
}

/** So many frames without a change. */
const stillFrames = 5

/** A page that gets another width is drawn anew, and what it replaces then would lose the focus. */
export async function settleLayout(page: Page): Promise<void> {
  await page.evaluate(async (frames) => {
    let still = 0
    const observer = new MutationObserver(() => {
      still = 0
    })
    observer.observe(document, { subtree: true, childList: true, attributes: true })
    // What moves for good does not keep it waiting.
    for (let at = 0; at < 20 * frames && still < frames; at++) {
      await new Promise(requestAnimationFrame)
      still += 1
    }
    observer.disconnect()
  }, stillFrames)
}
