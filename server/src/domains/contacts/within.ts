/** Users change only contacts that they see before and after the change. */
import type { ContactId } from '@verbatim/contract/ids.ts'
import { sql } from 'kysely'
import { contactWithin } from '#domains/groups/scope.ts'
import type { AccessScope } from '#kernel/actor.ts'
import { Failure } from '#kernel/failure.ts'
import type { TenantTx } from '#platform/db.ts'

/** A contact outside the scope gets the same answer as a missing one. @throws Failure `contact.not-found` */
export async function checkWithin(tx: TenantTx, scope: AccessScope, id: ContactId): Promise<void> {
  if (!(await isWithin(tx, scope, id))) throw new Failure('contact.not-found', { id })
}

/** Checks after a change that the user still sees the contact. @throws Failure `contact.beyond-scope` */
export async function checkStaysWithin(tx: TenantTx, scope: AccessScope, id: ContactId): Promise<void> {
  if (!(await isWithin(tx, scope, id))) throw new Failure('contact.beyond-scope')
}

async function isWithin(tx: TenantTx, scope: AccessScope, id: ContactId): Promise<boolean> {
  const { rows } = await sql`
    select from contact where id = ${id} and ${contactWithin(scope, sql`contact`)}`.execute(tx)
  return rows.length > 0
}
