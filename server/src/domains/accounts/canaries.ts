/** Test messages that are sent to accounts on a schedule: when, and the result of the last one. Source: docs/rules/channels.md. */
import {
  type Canary,
  type CanaryMinutes,
  type CanaryProblem,
  canaryWithinMinutes,
} from '@verbatim/contract/canaries.ts'
import { minuteMs } from '@verbatim/contract/durations.ts'
import type { AccountId } from '@verbatim/contract/ids.ts'
import { type Selectable, sql } from 'kysely'
import { changedFields, recordAudit } from '#domains/audit/commands.ts'
import type { Actor } from '#kernel/actor.ts'
import { rowsOf } from '#platform/bulk.ts'
import type { TenantTx } from '#platform/db.ts'
import { at, type DueRows } from '#platform/work/due-rows.ts'
import { wake } from '#platform/work/wake.ts'
import type { AccountCanaryTable } from '#schema/canaries.ts'
import { closeGap, dropGaps, openGap } from './gaps.ts'
import { lockedDue } from '#platform/work/locked-due.ts'

const withinMs = canaryWithinMinutes * minuteMs
/** Longer than a sender takes. One without a result by then was interrupted, and another is sent. */
const sendingMs = 2 * minuteMs
/** A sender that was away is tried again after so long, and so is an account that cannot receive now. */
const againMs = 5 * minuteMs

/** Test messages that are to be sent, or that are missing. */
export const dueCanaries: DueRows<'account_canary'> = {
  name: 'canaries',
  table: 'account_canary',
  waits: () => sql`true`,
  from: 'due_at',
  figures: { counted: (now) => sql`due_at <= ${now}`, oldest: sql`min(due_at)` },
}

interface CanarySetting {
  readonly everyMinutes: CanaryMinutes
  /** The number it is sent from, where a provider sends it. */
  readonly sender: string | undefined
}

/** Sends test messages to an account from now on, or no more. The caller has checked its access. */
export async function setCanary(
  tx: TenantTx,
  actor: Actor,
  { id, name, setting }: { id: AccountId; name: string; setting: CanarySetting | undefined },
  now: Date,
): Promise<void> {
  const before = await tx
    .selectFrom('account_canary')
    .where('account_id', '=', id)
    .select(['every_minutes', 'sender'])
    .forUpdate()
    .executeTakeFirst()
  const changes = changedFields(
    { testMessageMinutes: before?.every_minutes ?? null, testMessageSender: before?.sender ?? null },
    { testMessageMinutes: setting?.everyMinutes ?? null, testMessageSender: setting?.sender ?? null },
  )
  if (changes.length === 0) return
  if (setting) {
    const changed = { every_minutes: setting.everyMinutes, sender: setting.sender ?? null, due_at: now }
    // One that is on its way is still awaited.
    await tx
      .insertInto('account_canary')
      .values({ account_id: id, ...changed })
      .onConflict((conflict) =>
        conflict.columns(['tenant_id', 'account_id']).doUpdateSet({
          ...changed,
          due_at: sql<Date>`case when account_canary.state in ('sending', 'waiting') then account_canary.due_at
            else ${now}::timestamptz end`,
        }),
      )
      .execute()
    await wake(tx, dueCanaries)
  } else await stopCanaries(tx, [id], now)
  await recordAudit(
    tx,
    actor,
    { type: 'account_updated', target: { kind: 'account', id, name }, changes },
    now,
  )
}

/** Without test messages nothing says that the account receives again, so what was missing ends here, and no one is notified. */
async function stopCanaries(tx: TenantTx, ids: readonly AccountId[], now: Date): Promise<void> {
  await sql`delete from account_canary where account_id = any(${ids}::uuid[])`.execute(tx)
  await dropGaps(tx, ids, now, { kind: 'canary', outcome: 'unknown' })
}

/** A test message that is to be sent now. */
export interface TakenCanary {
  readonly id: AccountId
  readonly reference: string
  readonly sender: string | null
}

/**
 * Takes due ones: what is missing opens a gap, and of the others the next is to be sent. Its reference is committed before it
 * goes, so it may arrive at once.
 * @param newReference It cannot be guessed.
 */
export async function takeCanaries(
  tx: TenantTx,
  newReference: () => string,
  now: Date,
  most: number,
): Promise<{ readonly taken: number; readonly missing: number; readonly toSend: readonly TakenCanary[] }> {
  const time = at(now)
  const due = lockedDue(dueCanaries, time, {
    most,
    columns: sql`account_id`,
    order: sql`due_at, account_id`,
  })
  const { rows } = await sql<DueCanary>`
    select canary.account_id, canary.state, canary.sent_at, canary.sender, canary.every_minutes, account.status, account.request,
      coalesce(backlog.received_at <= canary.sent_at + make_interval(secs => ${withinMs / 1000}), false) as is_unread
    from account_canary canary
    join channel_account account on account.tenant_id = canary.tenant_id and account.id = canary.account_id
    left join (
      select kept.received_at from record_backlog waiting
      join message_record kept on kept.tenant_id = waiting.tenant_id and kept.id = waiting.record_id
      where waiting.attempts = 0 order by waiting.record_id limit 1
    ) backlog on true
    where canary.account_id = any(array(${due}))
    order by canary.account_id`.execute(tx)
  const gone = rows.filter(({ status }) => status === 'inactive')
  const awaited = rows.filter(({ state, status }) => state === 'waiting' && status !== 'inactive')
  // It may be among what was received in time and is not read yet.
  const [unread, missing] = [
    awaited.filter(({ is_unread: isUnread }) => isUnread),
    awaited.filter(({ is_unread: isUnread }) => !isUnread),
  ]
  const rest = rows.filter((row) => !gone.includes(row) && !awaited.includes(row))
  // What can receive nothing now has a gap of its own, with its reason.
  const [away, sent] = [rest.filter(isAway), rest.filter((row) => !isAway(row))]
  if (gone.length > 0)
    await stopCanaries(
      tx,
      gone.map(({ account_id: id }) => id),
      now,
    )
  for (const row of missing) await noteMissing(tx, row, now)
  await putOff(tx, away, new Date(now.getTime() + againMs))
  await putOff(tx, unread, new Date(now.getTime() + minuteMs))
  const toSend = sent.map(({ account_id: id, sender }) => ({ id, sender, reference: newReference() }))
  await sql`update account_canary set state = 'sending', reference = given.reference, sent_at = ${time}, problem = null,
      due_at = ${new Date(now.getTime() + sendingMs)}::timestamptz
    from ${rowsOf<{ id: AccountId; reference: string }>({ id: 'uuid', reference: 'text' }, toSend)}
    where account_canary.account_id = given.id`.execute(tx)
  return { taken: rows.length, missing: missing.length, toSend }
}

interface DueCanary extends Pick<
  Selectable<AccountCanaryTable>,
  'account_id' | 'state' | 'sent_at' | 'sender' | 'every_minutes'
> {
  readonly status: 'active' | 'inactive' | 'available' | 'not-available'
  readonly request: 'connect' | 'delete' | null
  /** What was received before it was missing waits to be read. */
  readonly is_unread: boolean
}

async function putOff(tx: TenantTx, rows: readonly DueCanary[], until: Date): Promise<void> {
  const ids = rows.map(({ account_id: id }) => id)
  await sql`update account_canary set due_at = ${until}::timestamptz where account_id = any(${ids}::uuid[])`.execute(
    tx,
  )
}

const isAway = ({ status, request }: DueCanary) => status === 'not-available' || request !== null

async function noteMissing(
  tx: TenantTx,
  { account_id: accountId, sent_at: sentAt, every_minutes: minutes, status }: DueCanary,
  now: Date,
): Promise<void> {
  const beganAt = sentAt ?? now
  await tx
    .updateTable('account_canary')
    .set({ state: 'missing', due_at: nextAfter(beganAt, minutes * minuteMs, now) })
    .where('account_id', '=', accountId)
    .execute()
  if (status === 'not-available') return
  await openGap(tx, { accountId, kind: 'canary', problem: null, beganAt }, now)
}

/** Stores the result of sending it. An account that has received it by now stays as it is. */
export async function settleCanary(
  tx: TenantTx,
  { id, reference }: TakenCanary,
  result: 'sent' | CanaryProblem,
  now: Date,
): Promise<void> {
  const change =
    result === 'sent'
      ? { state: 'waiting' as const, due_at: sql<Date>`sent_at + make_interval(secs => ${withinMs / 1000})` }
      : {
          state: 'not-sent' as const,
          problem: result,
          due_at:
            result === 'unreachable'
              ? new Date(now.getTime() + againMs)
              : sql<Date>`sent_at + make_interval(mins => every_minutes)`,
        }
  await tx
    .updateTable('account_canary')
    .set(change)
    .where('account_id', '=', id)
    .where('reference', '=', reference)
    .where('state', '=', 'sending')
    .execute()
}

/** A captured message with a reference. */
interface ArrivedCanary {
  readonly id: AccountId
  readonly reference: string
  readonly receivedAt: Date
}

/** Test messages have arrived, in time or late: what was missing is over. Anything else with such a text changes nothing. */
export async function noteArrived(tx: TenantTx, arrived: readonly ArrivedCanary[], now: Date): Promise<void> {
  if (arrived.length === 0) return
  const rows = arrived.map(({ id, reference, receivedAt: received_at }) => ({ id, reference, received_at }))
  const { rows: known } = await sql<{ id: AccountId; arrived_at: Date }>`
    update account_canary set state = 'arrived', problem = null, arrived_at = given.received_at,
      took_ms = greatest(0, extract(epoch from given.received_at - sent_at) * 1000)::integer,
      due_at = greatest(${at(now)}, sent_at + make_interval(mins => every_minutes))
    from ${rowsOf<(typeof rows)[number]>({ id: 'uuid', reference: 'text', received_at: 'timestamptz' }, rows)}
    where account_canary.account_id = given.id and account_canary.reference = given.reference
      and account_canary.state <> 'arrived'
    returning account_canary.account_id as id, account_canary.arrived_at`.execute(tx)
  for (const { id: accountId, arrived_at: endedAt } of known)
    await closeGap(tx, { accountId, kind: 'canary', endedAt }, now)
}

/** The test messages set for an account, and the results of the last ones; without the way, which only its channel knows. */
export async function findCanary(tx: TenantTx, id: AccountId): Promise<Omit<Canary, 'way'>> {
  const row = await tx
    .selectFrom('account_canary')
    .selectAll()
    .where('account_id', '=', id)
    .executeTakeFirst()
  if (!row) return { everyMinutes: null }
  const { state, sent_at: sentAt, arrived_at: arrivedAt, took_ms: tookMs } = row
  return {
    everyMinutes: row.every_minutes,
    ...(row.sender !== null && { sender: row.sender }),
    ...(sentAt &&
      state !== 'new' && {
        last: {
          state: state === 'sending' ? 'waiting' : state,
          sentAt: sentAt.toISOString(),
          ...(row.problem && { problem: row.problem }),
        },
      }),
    ...(arrivedAt && {
      arrived: { at: arrivedAt.toISOString(), tookSeconds: Math.round((tookMs ?? 0) / 1000) },
    }),
  }
}

/** Not in the past: what a long stop has missed is not made up for. */
const nextAfter = (from: Date, ms: number, now: Date) =>
  new Date(Math.max(from.getTime() + ms, now.getTime()))
