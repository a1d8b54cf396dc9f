/** Gaps of messages that did not come, but of which changes or receipts did. */
import type { AccountId } from '@verbatim/contract/ids.ts'
import { dayMs } from '@verbatim/contract/durations.ts'
import { type RawBuilder, sql } from 'kysely'
import { rowsOf } from '#platform/bulk.ts'
import type { TenantTx } from '#platform/db.ts'
import { wasConnectedFrom } from '#schema/connected.ts'
import { isLost } from '#schema/said.ts'
import { isUndated } from '#schema/undated.ts'
import { noteDayGaps } from './day-gaps.ts'

/** When a message of an account was sent, as far as is known. */
interface Sent {
  readonly accountId: AccountId
  readonly at: Date
}

interface Lost extends Sent {
  /** It was sent before `at`, perhaps long before. */
  readonly isUndated?: boolean
}

/**
 * What people react to, read or delete is rarely older. So a message of which only that is known, within so long of the connection of its
 * account, may be from before. Source: docs/decisions/0150-reactions-to-what-was-before.md.
 */
const undatedReachMs = 30 * dayMs

/**
 * Notes that messages are missing: one gap for each account and day of UTC. What was sent while an account was not connected, or may have
 * been, is not missing. People are mailed once about each, when it is found.
 */
export async function noteMissing(tx: TenantTx, lost: readonly Lost[], now: Date): Promise<void> {
  const missing = await whileConnected(tx, lost)
  await noteDayGaps(tx, { kind: 'missing', again: 'lost' }, missing, now)
}

async function whileConnected(tx: TenantTx, lost: readonly Lost[]): Promise<Sent[]> {
  if (lost.length === 0) return []
  const rows = lost.map(({ accountId, at, isUndated: mayBeOld }, place) => ({
    place,
    account_id: accountId,
    since: mayBeOld ? new Date(at.getTime() - undatedReachMs) : at,
    at,
  }))
  const columns = { place: 'int', account_id: 'uuid', since: 'timestamptz', at: 'timestamptz' }
  const found = await sql<{ place: number }>`
    select given.place from ${rowsOf(columns, rows)} join channel_account account on account.id = given.account_id
    where account.removed_at is null and ${wasConnectedFrom('account', sql`given.since`, sql`given.at`)}`.execute(
    tx,
  )
  const kept = new Set(found.rows.map(({ place }) => place))
  return lost.filter((_, place) => kept.has(place))
}

/** Messages that were missing have come, or turned out to be of another time. A gap that has no other is closed. */
export async function noteCome(tx: TenantTx, sent: readonly Sent[]): Promise<void> {
  if (sent.length === 0) return
  const rows = sent.map(({ accountId, at }) => ({ account_id: accountId, at }))
  await sql`update account_gap gap set outcome = 'arrived', notify_at = null
    from ${rowsOf({ account_id: 'uuid', at: 'timestamptz' }, rows)}
    where gap.account_id = given.account_id and gap.kind = 'missing' and given.at >= gap.began_at and given.at < gap.ended_at
      and gap.outcome is distinct from 'removed'
      and not exists (select from message line join channel_account account on account.id = line.account_id
        where ${isMissing('line', 'account')} and line.account_id = gap.account_id
        and line.posted_at >= gap.began_at and line.posted_at < gap.ended_at)`.execute(tx)
}

/** The line is of a message that did not come, and was sent while its account was connected, as far as is known. */
export function isMissing(line: string, account: string): RawBuilder<boolean> {
  const sentAt = sql.ref(`${line}.posted_at`)
  const reach = sql`${sentAt} - ${undatedReachMs} * interval '1 millisecond'`
  return sql`(${isLost(line)} and (${wasConnectedFrom(account, reach, sentAt)} or exists (
    select from message_event said where said.message_id = ${sql.ref(`${line}.id`)} and not ${isUndated('said')}
      and not said.payload ? 'unconfirmed')))`
}
