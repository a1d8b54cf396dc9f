import type { TenantId } from '@verbatim/contract/ids.ts'
import { type RemarkKind, unreadOffChannel, unreadPromises } from '#domains/messages/remark-reading.ts'
import type { DbContext } from '#platform/db.ts'
import { defineWork } from '#platform/work/work.ts'

async function load(kind: RemarkKind) {
  const { readEarlier } = await import('./read-earlier.ts')
  return (ctx: DbContext, tenantId: TenantId) => readEarlier(ctx, tenantId, kind)
}

/** After an upgrade to the first release that finds them. */
export const promiseWork = defineWork<DbContext>({
  rows: unreadPromises,
  load: () => load('promises'),
})
export const offChannelWork = defineWork<DbContext>({
  rows: unreadOffChannel,
  load: () => load('off-channel'),
})
