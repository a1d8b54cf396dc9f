import { changedDecisions, comparePrecedents } from '#domains/cognitive-events/precedents.ts'
import { type DbContext, inTenant } from '#platform/db.ts'
import { defineWork } from '#platform/work/work.ts'

/** Events of one transaction: a decision on one of them waits for it. */
const batch = 200

/** Compares the decisions that have changed with their precedents. */
export const precedentWork = defineWork<DbContext>({
  rows: changedDecisions,
  run: ({ db, now }, tenantId) => inTenant(db, tenantId, (tx) => comparePrecedents(tx, batch, now())),
})
