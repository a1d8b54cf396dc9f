import { unreadPromises } from '#domains/messages/promise-reading.ts'
import { defineWork } from '#platform/work/work.ts'
import type { EarlierContext } from './read-earlier.ts'

/** After an upgrade to the first release that finds promises. */
export const promiseWork = defineWork<EarlierContext>({
  rows: unreadPromises,
  async open(ctx) {
    const { readEarlier } = await import('./read-earlier.ts')
    return { turn: (tenantId) => readEarlier(ctx, tenantId) }
  },
})
