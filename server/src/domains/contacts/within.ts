/** Users change only contacts that they see before and after the change. */
import type { ContactId } from '@verbatim/contract/ids.ts'
import { sql } from 'kysely'
import { contactWithin } from '#domains/groups/scope.ts'
import type { AccessScope } from '#kernel/actor.ts'
import { Failure } from '#kernel/failure.ts'
import type { TenantTx } from '#platform/db.ts'

/** A contact outside the scope gets the same answer as a missing one. @throws Failure `contact.not-found` */
export async function checkWithin(tx: TenantTx, scope: AccessScope, id: ContactId): Promise<void> {
  if (!(await areWithin(tx, scope, [id]))) throw new Failure('contact.not-found', { id })
}

/** Checks before or after a change that the user sees all of the contacts. @throws Failure `contact.beyond-scope` */
export async function checkStayWithin(
  tx: TenantTx,
  scope: AccessScope,
  ids: readonly ContactId[],
): Promise<void> {
  if (!(await areWithin(tx, scope, ids))) throw new Failure('contact.beyond-scope')
}

async function areWithin(tx: TenantTx, scope: AccessScope, ids: readonly ContactId[]): Promise<boolean> {
  const { rows } = await sql`
    select from contact where id = any(${ids}::uuid[]) and ${contactWithin(scope, sql`contact`)}`.execute(tx)
  return rows.length === new Set(ids).size
}
