import { findActor } from '#domains/permissions/actors.ts'
import type { Actor } from '#kernel/actor.ts'
import { Failure } from '#kernel/failure.ts'
import { reachesAsFar } from '#access/scope.ts'
import { type DbContext, inTenant } from '#platform/db.ts'

/** How often to check access again, because the rows are from the start. Source: docs/rules/promises.md. */
const askAgainMs = 1_000

/**
 * The batches of an audit file, for as long as its user may have it.
 * @throws Failure `export.withdrawn`
 */
export async function* whileAllowed<Rows>(
  { db, now }: DbContext,
  { tenantId, userId, scope }: Actor,
  batches: AsyncIterable<Rows> | Iterable<Rows>,
): AsyncGenerator<Rows> {
  let asked = now().getTime()
  for await (const rows of batches) {
    const time = now().getTime()
    if (time - asked >= askAgainMs) {
      const present = await inTenant(db, tenantId, (tx) => findActor(tx, userId))
      if (!present?.permissions.has('audit.export') || !reachesAsFar(present.scope, scope))
        throw new Failure('export.withdrawn', { id: tenantId })
      asked = time
    }
    yield rows
  }
}
