/** Accounts are looked at again and again: whether they are silent, and whether their phones are away. Source: docs/rules/channels.md. */
import type { Channel } from '@verbatim/contract/channels.ts'
import type { ConnectionProblem } from '@verbatim/contract/connection-problems.ts'
import type { AccountId } from '@verbatim/contract/ids.ts'
import { type RawBuilder, sql } from 'kysely'
import type { TenantTx } from '#platform/db.ts'
import { at, type DueRows } from '#platform/work/due-rows.ts'
import { closeGap, openGap } from './gaps.ts'
import { lockedDue } from '#platform/work/locked-due.ts'

/** Accounts that are to be looked at. */
export const dueChecks: DueRows<'channel_account'> = {
  name: 'checks',
  table: 'channel_account',
  waits: () => sql`removed_at is null and status in ('active', 'not-available')`,
  from: 'check_after',
  figures: {
    counted: (now) =>
      sql`removed_at is null and status in ('active', 'not-available') and check_after < ${now}`,
    oldest: sql`min(check_after)`,
  },
}

const everyMs = 5 * 60_000
/** Where the provider is asked whether it delivers, or Verbatim holds the connection. With the time of doubt (`check-results.ts`), less than two minutes. */
export const askedEveryMs = 45_000
/** The longest time without an event is learnt for so long, and then counts for as long again. */
const learningDays = 14

export interface CheckedAccount {
  readonly id: AccountId
  readonly channel: Channel
  readonly name: string
  readonly status: 'active' | 'not-available'
  readonly problem: ConnectionProblem | null
  readonly request: 'connect' | 'delete' | null
  readonly source_id: AccountId | null
  /** It has a gap because it is not connected, or does not answer; why. */
  readonly is_away: boolean
  readonly away_problem: ConnectionProblem | null
  readonly away_since: Date | null
  /** When its provider last delivered something. */
  readonly delivered_at: Date | null
}

/**
 * Takes due accounts; each is due again after a while, whatever becomes of this look at it.
 * @param asked The channels whose providers are asked.
 */
export async function takeChecked(
  tx: TenantTx,
  asked: readonly Channel[],
  now: Date,
  most: number,
): Promise<CheckedAccount[]> {
  const away = sql`from account_gap gap
      where gap.account_id = channel_account.id and gap.kind = 'disconnected' and gap.ended_at is null`
  const { rows } = await sql<CheckedAccount>`
    update channel_account set check_after = ${now}::timestamptz + make_interval(secs =>
      case when channel = any(${asked}::text[]) and source_id is null
        or exists (select from account_session session where session.account_id = channel_account.id) then ${askedEveryMs / 1000}::double precision else ${everyMs / 1000} end)
    where id = any(array(${lockedDue(dueChecks, now, { most, columns: sql`id`, order: sql`check_after, id` })}))
    returning id, channel, name, status, problem, request, source_id, exists (select ${away}) as is_away,
      (select gap.problem ${away}) as away_problem, (select gap.began_at ${away}) as away_since,
      (select last_event_at from account_counters where account_id = channel_account.id) as delivered_at`.execute(
    tx,
  )
  return rows
}

/** Its provider asked not to be asked before. */
export async function waitWithCheck(tx: TenantTx, id: AccountId, until: Date): Promise<void> {
  await tx
    .updateTable('channel_account')
    .set({ check_after: sql`greatest(check_after, ${until})` })
    .where('id', '=', id)
    .execute()
}

/** Hours after which an account that receives nothing is silent: as expected of it, or by what is usual for it. */
const quietHours = sql<number | null>`coalesce(account.expected_hours, counters.usual_hours)`

/** Since when it may be silent: since it received something, or was connected if that is later. */
const quietSince = sql<Date>`greatest(coalesce(counters.last_event_at, account.created_at), account.connected_at)`

/** A connected account that has received nothing for longer than expected, or than usual. As in `operation_figures`. */
export const isSilent = (
  now: RawBuilder<unknown>,
) => sql<boolean>`account.status = 'active' and ${quietHours} is not null
  and ${quietSince} < ${now} - make_interval(hours => ${quietHours})`

/** Notes which of these accounts are silent, and which are not any more, and learns what is usual for them. */
export async function noteSilence(tx: TenantTx, ids: readonly AccountId[], now: Date): Promise<void> {
  const time = at(now)
  // The time for which an account was removed says nothing of what is usual.
  const isBack = sql`exists (select from channel_account account where account.id = account_counters.account_id
    and (isempty(account.connected_before) or account.connected_at <= last_event_at))`
  await sql`
    update account_counters set quiet_before = case when learnt_from is null then 0 else quiet_now end, quiet_now = 0,
      learnt_from = ${time}
    where account_id = any(${ids}::uuid[]) and last_event_at is not null and (learnt_from is null and ${isBack}
      or quiet_now > 0 and learnt_from < ${time} - make_interval(days => ${learningDays}))`.execute(tx)
  const { rows } = await sql<{ id: AccountId; since: Date; silent: boolean; status: string }>`
    select account.id, ${quietSince} as since, account.status,
      coalesce(${isSilent(time)}, false) as silent
    from channel_account account join account_counters counters on counters.account_id = account.id
    where account.id = any(${ids}::uuid[]) and coalesce(${isSilent(time)}, false) <> exists (select from account_gap gap
      where gap.account_id = account.id and gap.kind = 'silent' and gap.ended_at is null)`.execute(tx)
  // Only what has changed since the last look.
  for (const { id, since, silent, status } of rows) {
    const gap = { accountId: id, kind: 'silent' } as const
    if (silent) await openGap(tx, { ...gap, problem: null, beganAt: since }, now)
    // One that is not connected is still silent.
    else if (status === 'active') await closeGap(tx, { ...gap, endedAt: since }, now)
  }
}
