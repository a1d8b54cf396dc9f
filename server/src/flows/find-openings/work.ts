import { changedConversations, findOpenings } from '#domains/metrics/openings.ts'
import { type DbContext, inTenant } from '#platform/db.ts'
import { defineWork } from '#platform/work/work.ts'

/** Conversations of one transaction: what changes them meanwhile waits for it. */
const batch = 50

/** Finds what opens the conversations that have changed. */
export const openingWork = defineWork<DbContext>({
  rows: changedConversations,
  run: ({ db, now }, tenantId) => inTenant(db, tenantId, (tx) => findOpenings(tx, batch, now())),
})
