/** From when to when an account may have missed messages. Source: docs/rules/channels.md. */
import type { AccountGap, GapOutcome } from '@verbatim/contract/account-gaps.ts'
import type { GapKind } from '@verbatim/contract/gap-kinds.ts'
import { shownGaps } from '@verbatim/contract/account-gaps.ts'
import type { Channel } from '@verbatim/contract/channels.ts'
import type { ConnectionProblem } from '@verbatim/contract/connection-problems.ts'
import type { AccountGapId, AccountId, UserId } from '@verbatim/contract/ids.ts'
import { type Selectable, sql } from 'kysely'
import { newId } from '#kernel/uuid.ts'
import { updateMany } from '#platform/bulk.ts'
import type { TenantTx } from '#platform/db.ts'
import { at, type DueRows, isDue } from '#platform/work/due-rows.ts'
import type { AccountGapTable } from '#schema/capture.ts'
import { lockedOf } from '#platform/work/locked-due.ts'

/** A connection that is away for less is no gap. */
export const notifiedAfterMs = 60_000
/** Within this time, no one is notified of another gap of the same account. */
const quietMs = 15 * 60_000
/** Several accounts that are connected again at the same time are in one mail. */
const gatherMs = 30_000

/** Gaps that people are to be notified of, or that are to be looked at again. */
export const dueGaps: DueRows<'account_gap'> = {
  name: 'gaps',
  table: 'account_gap',
  waits: () => sql`notify_at is not null`,
  from: 'notify_at',
  figures: { counted: (now) => sql`notify_at <= ${now}`, oldest: sql`min(notify_at)` },
}

interface GapOf {
  readonly accountId: AccountId
  readonly kind: GapKind
}

interface NewGap extends GapOf {
  readonly id?: AccountGapId
  readonly problem: ConnectionProblem | null
  readonly beganAt: Date
  /** Present if it is over already. */
  readonly endedAt?: Date
  readonly notifyAfterMs?: number
  /** Also if the account has not been connected yet: it seems set up, and only its provider knows that nothing can come. */
  readonly mayBeNew?: boolean
}

/** Notes a gap of an account that has been connected since it was added or came back. If one of its kind is open, only its reason may change. */
export async function openGap(
  tx: TenantTx,
  {
    id,
    accountId,
    kind,
    problem,
    beganAt,
    endedAt,
    notifyAfterMs = notifiedAfterMs,
    mayBeNew = false,
  }: NewGap,
  now: Date,
): Promise<void> {
  const due = new Date((endedAt ?? beganAt).getTime() + notifyAfterMs)
  await sql`
    insert into account_gap as gap (id, account_id, kind, problem, began_at, ended_at, notify_at)
    select ${id ?? newId<AccountGapId>(now)}::uuid, account.id, ${kind}::text, ${problem}::text, ${beganAt}::timestamptz,
      ${endedAt ?? null}::timestamptz, greatest(${due}::timestamptz, (select max(earlier.mailed_at) from account_gap earlier where earlier.account_id = account.id)
          + make_interval(secs => ${quietMs / 1000}))
    from channel_account account
    left join account_counters counters on counters.account_id = account.id
    where account.id = ${accountId} and account.removed_at is null and account.status <> 'inactive'
      and (${mayBeNew} or account.connected_at is not null or isempty(account.connected_before) and counters.last_event_at is not null)
    on conflict (tenant_id, account_id, kind) where ended_at is null do update set problem = excluded.problem,
      notify_at = case when gap.notified_at is null then gap.notify_at
        else greatest(${now}::timestamptz, gap.mailed_at + make_interval(secs => ${quietMs / 1000})) end
    where gap.problem is distinct from excluded.problem`.execute(tx)
}

interface Unstored {
  /** Names the loss: noted again, it is the same gap. */
  readonly id: AccountGapId
  readonly accountId: AccountId
  readonly from: Date
  readonly to: Date
}

/** What arrived in this time and could not be stored, which its provider does not give again. */
export async function noteUnstored(tx: TenantTx, loss: Unstored, now: Date): Promise<void> {
  const { id, accountId, from, to } = loss
  const noted = await tx
    .updateTable('account_gap')
    .set({
      began_at: sql<Date>`least(began_at, ${from}::timestamptz)`,
      ended_at: sql<Date>`greatest(ended_at, ${to}::timestamptz)`,
    })
    .where('id', '=', id)
    .executeTakeFirst()
  if (noted.numUpdatedRows > 0n) return
  const over = { beganAt: from, endedAt: to, notifyAfterMs: 0 }
  await openGap(tx, { id, accountId, kind: 'unstored', problem: null, ...over }, now)
}

/** So much that could not be stored is still held in a file of the server; nothing if `bytes` is undefined. */
export async function noteHeld(tx: TenantTx, id: AccountGapId, bytes: number | undefined): Promise<void> {
  await tx
    .updateTable('account_gap')
    .set({ held_bytes: bytes === undefined ? null : String(bytes) })
    .where('id', '=', id)
    .execute()
}

interface ClosedGap extends GapOf {
  readonly endedAt?: Date
  readonly notifyAfterMs?: number
}

/**
 * The open gap of this kind is over. It is forgotten if it was too short.
 * @returns Whether there was one.
 */
export async function closeGap(
  tx: TenantTx,
  { accountId, kind, endedAt: ended, notifyAfterMs = notifiedAfterMs }: ClosedGap,
  now: Date,
): Promise<boolean> {
  const endedAt = ended ?? now
  const open = await tx
    .selectFrom('account_gap')
    .where('account_id', '=', accountId)
    .where('kind', '=', kind)
    .where('ended_at', 'is', null)
    .select(['id', 'began_at', 'notified_at'])
    .forUpdate()
    .executeTakeFirst()
  if (!open) return false
  if (open.notified_at === null && endedAt.getTime() - open.began_at.getTime() < notifyAfterMs) {
    await tx.deleteFrom('account_gap').where('id', '=', open.id).execute()
    return true
  }
  const due = new Date(now.getTime() + gatherMs)
  await tx
    .updateTable('account_gap')
    .set({
      ended_at: endedAt > open.began_at ? endedAt : sql<Date>`greatest(began_at, ${now}::timestamptz)`,
      // What no one was notified of yet still waits for its turn.
      notify_at: sql<Date>`case when notified_at is null then greatest(notify_at, ${due}::timestamptz) else ${due}::timestamptz end`,
    })
    .where('id', '=', open.id)
    .execute()
  return true
}

/** There was no such gap, after all. @returns Whether it is forgotten, because no one was notified of it. */
export async function dropUnnoticed(tx: TenantTx, { accountId, kind }: GapOf): Promise<boolean> {
  const dropped = await tx
    .deleteFrom('account_gap')
    .where('account_id', '=', accountId)
    .where('kind', '=', kind)
    .where('ended_at', 'is', null)
    .where('notified_at', 'is', null)
    .executeTakeFirst()
  return dropped.numDeletedRows > 0n
}

/** No one is notified any more: the accounts are being removed, or what opens gaps of a kind was switched off. */
export async function dropGaps(
  tx: TenantTx,
  accountIds: readonly AccountId[],
  now: Date,
  { kind, outcome = 'removed' }: { readonly kind?: GapKind; readonly outcome?: GapOutcome } = {},
): Promise<void> {
  await tx
    .updateTable('account_gap')
    .set({
      notify_at: null,
      ended_at: sql<Date>`coalesce(ended_at, greatest(began_at, ${now}::timestamptz))`,
      outcome: sql<GapOutcome>`coalesce(outcome, ${outcome}::text)`,
    })
    .where('account_id', '=', sql<AccountId>`any(${accountIds}::uuid[])`)
    .where((where) => where.or([where('ended_at', 'is', null), where('notify_at', 'is not', null)]))
    .$if(kind !== undefined, (some) => some.where('kind', '=', kind ?? 'canary'))
    .execute()
}

/** A gap that is due, with its account. */
export interface DueGap extends Selectable<AccountGapTable> {
  readonly channel: Channel
  readonly name: string
  readonly address: string
  readonly owner_id: UserId | null
  /** Null as long as the hour of its end was not compared, also because that was stopped. */
  readonly listed_until: Date | null
  readonly is_compared: boolean
  /** After so many hours without an event it counts as silent. */
  readonly quiet_hours: number | null
  /** How many messages came by the provider's list alone, in its hours. */
  readonly fetched: number
  /** Something that had arrived about then could not be stored. */
  readonly has_unstored: boolean
  /** In that time it was also not connected, and its provider did not keep what was sent. */
  readonly was_cut_off: boolean
}

/** A provider keeps nothing for a link that has ended, or that others use, or of a person whom its archive does not include. */
export const unkeptProblems: readonly ConnectionProblem[] = [
  'signed-out',
  'delivered-elsewhere',
  'not-archived',
]

/** Locked until the transaction ends; another worker takes others. */
export async function takeDueGaps(tx: TenantTx, now: Date, most: number): Promise<DueGap[]> {
  const { rows } = await sql<DueGap>`
    select gap.*, account.channel, account.name, account.address, account.owner_id,
      case when gap.ended_at is null or exists (select from coverage_hour hours where hours.account_id = gap.account_id
        and hours.hour = date_trunc('hour', gap.ended_at, 'UTC')) then account.listed_until end as listed_until,
      account.list_after is not null as is_compared, coalesce(account.expected_hours, counters.usual_hours) as quiet_hours,
      coalesce((select sum(recovered) from coverage_hour hours where hours.account_id = gap.account_id
        and hours.hour > gap.began_at - interval '1 hour' and hours.hour < gap.ended_at), 0)::int as fetched,
      exists (select from account_gap lost where lost.account_id = gap.account_id and lost.kind = 'unstored'
        and lost.began_at <= coalesce(gap.ended_at, 'infinity') and lost.ended_at >= gap.began_at - interval '1 minute') as has_unstored,
      exists (select from account_gap away where away.account_id = gap.account_id and away.kind = 'disconnected'
        and (away.problem = any(${unkeptProblems}) or away.outcome = 'lost')
        and away.began_at <= coalesce(gap.ended_at, 'infinity') and coalesce(away.ended_at, 'infinity') >= gap.began_at) as was_cut_off
    from account_gap gap join channel_account account on account.tenant_id = gap.tenant_id and account.id = gap.account_id
    left join account_counters counters on counters.tenant_id = gap.tenant_id and counters.account_id = gap.account_id
    where gap.id = any(array(select id from account_gap where ${isDue(dueGaps, at(now))} order by notify_at, id limit ${most}))
    order by gap.began_at, gap.id ${lockedOf('gap')}`.execute(tx)
  return rows.filter(({ notify_at }) => notify_at !== null && notify_at <= now)
}

const changeable = {
  notify_at: 'timestamptz',
  notified_at: 'timestamptz',
  notified_problem: 'text',
  warned_at: 'timestamptz',
  mailed_at: 'timestamptz',
  outcome: 'text',
  lost_before: 'timestamptz',
} as const
type Changeable = Pick<Selectable<AccountGapTable>, keyof typeof changeable>
/** An absent column stays as it is. */
export type GapChange = Partial<Changeable>

/** Changes gaps as they were taken. */
export async function changeGaps(
  tx: TenantTx,
  changes: readonly { readonly gap: DueGap; readonly change: GapChange }[],
): Promise<void> {
  const rows = changes.map(({ gap, change }) => ({ ...gap, ...change }))
  await updateMany(tx, 'account_gap', { id: 'uuid', ...changeable }, rows)
}

export async function countOpenGaps(tx: TenantTx, accountId: AccountId): Promise<number> {
  const { count } = await tx
    .selectFrom('account_gap')
    .where('account_id', '=', accountId)
    .where('ended_at', 'is', null)
    .select(sql<number>`count(*)::int`.as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** The newest gaps of an account. */
export async function findGaps(tx: TenantTx, accountId: AccountId): Promise<AccountGap[]> {
  const rows = await tx
    .selectFrom('account_gap')
    .where('account_id', '=', accountId)
    .selectAll()
    .orderBy('began_at', 'desc')
    .limit(shownGaps)
    .execute()
  return rows.map((row) => ({
    id: row.id,
    kind: row.kind,
    ...(row.problem && { problem: row.problem }),
    beganAt: row.began_at.toISOString(),
    ...(row.ended_at && { endedAt: row.ended_at.toISOString() }),
    ...(row.notified_at && { notifiedAt: row.notified_at.toISOString() }),
    ...(row.outcome && { outcome: row.outcome }),
    ...(row.lost_before && { lostBefore: row.lost_before.toISOString() }),
    ...(row.held_bytes !== null && { heldBytes: Number(row.held_bytes) }),
  }))
}
