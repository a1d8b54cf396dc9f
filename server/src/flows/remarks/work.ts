import type { TenantId } from '@verbatim/contract/ids.ts'
import { type RemarkKind, unreadOffChannel, unreadPromises } from '#domains/messages/remark-reading.ts'
import type { DbContext } from '#platform/db.ts'
import { defineWork } from '#platform/work/work.ts'

async function open(ctx: DbContext, kind: RemarkKind) {
  const { readEarlier } = await import('./read-earlier.ts')
  return { turn: (tenantId: TenantId) => readEarlier(ctx, tenantId, kind) }
}

/** After an upgrade to the first release that finds them. */
export const promiseWork = defineWork<DbContext>({
  rows: unreadPromises,
  open: (ctx) => open(ctx, 'promises'),
})
export const offChannelWork = defineWork<DbContext>({
  rows: unreadOffChannel,
  open: (ctx) => open(ctx, 'off-channel'),
})
