/** The phones of linked accounts: a provider ends the link if the phone is away for long. */
import type { AccountId } from '@verbatim/contract/ids.ts'
import { sql } from 'kysely'
import type { TenantTx } from '#platform/db.ts'

/** The phone did something then. What is known of a later time stays. */
export async function noteSeen(tx: TenantTx, id: AccountId, seenAt: Date, now: Date): Promise<void> {
  const time = seenAt < now ? seenAt : now
  await tx
    .updateTable('account_session')
    .set({ phone_seen_at: time, phone_warned_on: 0 })
    .where('account_id', '=', id)
    .where((where) => where.or([where('phone_seen_at', 'is', null), where('phone_seen_at', '<', time)]))
    .execute()
}

interface LinkedPhone {
  readonly id: AccountId
  readonly seen_at: Date
  /** The last day without it that its owner was warned of; 0 if none. */
  readonly warned_on: number
}

/** Those of connected accounts. */
export async function findPhones(tx: TenantTx, ids: readonly AccountId[]): Promise<LinkedPhone[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<LinkedPhone>`
    select session.account_id as id, session.phone_seen_at as seen_at, session.phone_warned_on as warned_on
    from account_session session
    join channel_account account on account.tenant_id = session.tenant_id and account.id = session.account_id
    where session.account_id = any(${ids}::uuid[]) and account.status = 'active' and session.phone_seen_at is not null
    for no key update of session`.execute(tx)
  return rows
}

export async function noteWarned(tx: TenantTx, id: AccountId, day: number): Promise<void> {
  await tx.updateTable('account_session').set({ phone_warned_on: day }).where('account_id', '=', id).execute()
}

/** Undefined if it was never noticed, or if the account is not connected. */
export async function findPhoneSeen(tx: TenantTx, id: AccountId): Promise<Date | undefined> {
  const row = await tx
    .selectFrom('account_session as session')
    .innerJoin('channel_account as account', 'account.id', 'session.account_id')
    .where('session.account_id', '=', id)
    .where('account.status', '=', 'active')
    .select('session.phone_seen_at')
    .executeTakeFirst()
  return row?.phone_seen_at ?? undefined
}
