import { moveFurther, movedThemes } from '#domains/themes/move-commands.ts'
import { lockTenant } from '#flows/examine/tenant-lock.ts'
import { announce } from '#platform/changes.ts'
import { type DbContext, inTenant } from '#platform/db.ts'
import { defineWork } from '#platform/work/work.ts'

/** Messages of one transaction: new messages of the organization wait for it. */
const batch = 2_000

/** Gives messages of merged themes the ID of what these became; a batch that is cut off is done again. */
export const themeMoveWork = defineWork<DbContext>({
  rows: movedThemes,
  run: ({ db, now }, tenantId) =>
    inTenant(db, tenantId, async (tx) => {
      await lockTenant(tx)
      const moved = await moveFurther(tx, batch, now())
      if (moved > 0) await announce(tx, ['themes'])
      return moved
    }),
})
