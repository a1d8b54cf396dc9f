/** Which conversations are asked for at their providers, and when. */
import type { Channel } from '@verbatim/contract/channels.ts'
import { hourMs } from '@verbatim/contract/durations.ts'
import type { AccountId, ConversationId } from '@verbatim/contract/ids.ts'
import { sql } from 'kysely'
import type { CapturedHint } from '#kernel/captured-event.ts'
import { storable } from '#platform/bulk.ts'
import type { TenantTx } from '#platform/db.ts'
import { doubling } from '#platform/work/back-off.ts'
import type { DueRows } from '#platform/work/due-rows.ts'
import { takeDue, type Try } from '#platform/work/tries.ts'
import { wake } from '#platform/work/wake.ts'
import { findNamed } from './conversation-names.ts'
import type { Fact } from './facts.ts'

/** At most so often for one conversation. */
const apart = sql.lit('1 day')
/**
 * The first question of an organization waits so long after a message: while the previous release still runs, it would take an answer for
 * a message. Once any conversation was asked for, that hour is over, and a new one is asked for at once.
 */
const firstAfter = sql.lit('1 hour')

/** A conversation in which something was said is asked for once a day; what has no answer then is left until the next day. */
export const rosterQuestions: DueRows<'conversation_roster'> = {
  name: 'rosters',
  table: 'conversation_roster',
  waits: () => sql`next_at is not null`,
  from: 'next_at',
  // Longer than a question may take.
  leaseMs: 5 * 60_000,
  tries: 'attempts',
  taking: { problem: null },
  order: sql`next_at`,
  backOff: doubling({ firstMs: 60_000, mostMs: hourMs, tries: 8 }),
  failing: (reason) => ({ problem: reason }),
  givingUp: (reason, now) => ({ next_at: null, attempts: 0, asked_at: now, problem: reason }),
  figures: { oldest: sql`min(next_at)` },
}

/** Something was said in these conversations. */
export async function expectRosters(tx: TenantTx, ids: readonly ConversationId[], now: Date): Promise<void> {
  if (ids.length === 0) return
  const { rows } = await sql<{ is_due: boolean }>`
    insert into conversation_roster as known (id, next_at)
    select id, case when exists (select from conversation_roster other where other.asked_at is not null)
      then ${now}::timestamptz else ${now}::timestamptz + ${firstAfter}::interval end
    from unnest(${[...new Set(ids)]}::uuid[]) id order by id
    on conflict (tenant_id, id) do update set attempts = 0,
      next_at = greatest(${now}::timestamptz, known.asked_at + ${apart}::interval) where known.next_at is null
    returning next_at <= ${now}::timestamptz as is_due`.execute(tx)
  if (rows.some(({ is_due: isDueNow }) => isDueNow)) await wake(tx, rosterQuestions)
}

/** After the first of several hints that come together; and at most so often. */
const soonAfter = sql.lit('10 seconds')
const soonApart = sql.lit('1 minute')

/**
 * Something happened in conversations that only answers say: they are asked about again soon, whatever was said today. A question that is
 * being asked may have been too early. One that failed waits on: its provider is asked no sooner for that.
 */
export async function askAgain(tx: TenantTx, hints: readonly Fact<CapturedHint>[], now: Date): Promise<void> {
  if (hints.length === 0) return
  const conversationOf = await findNamed(
    tx,
    hints.map(({ event }) => storable(event.conversationKey)),
  )
  const ids = hints.flatMap(
    ({ accountId, event }) => conversationOf(accountId, storable(event.conversationKey)) ?? [],
  )
  await sql`update conversation_roster set attempts = 0,
      next_at = least(next_at, greatest(${now}::timestamptz + ${soonAfter}::interval, asked_at + ${soonApart}::interval,
        case when ${isBeingAsked} then ${now}::timestamptz + ${soonApart}::interval end))
    where id = any(${[...new Set(ids)]}::uuid[]) and (attempts = 0 or ${isBeingAsked})`.execute(tx)
}

/** And not only waiting after an attempt that failed. */
const isBeingAsked = sql`(attempts > 0 and problem is null)`

/** A question was answered after a hint had made it due again, or another worker had taken it: that one still counts. */
export async function noteOvertaken(
  tx: TenantTx,
  id: ConversationId,
  { answer, now }: { readonly answer: Buffer | undefined; readonly now: Date },
): Promise<void> {
  await sql`update conversation_roster set asked_at = ${now}, answer = coalesce(${answer ?? null}, answer)
    where id = ${id}`.execute(tx)
}

export const hintsIn = (facts: readonly Fact[]): Fact<CapturedHint>[] =>
  facts.filter((fact): fact is Fact<CapturedHint> => fact.event.kind === 'hint')

export interface RosterQuestion {
  readonly id: AccountId
  readonly channel: Channel
  readonly conversationId: ConversationId
  readonly conversationKey: string
  /** The hash of the answer before. */
  readonly answer: Buffer | undefined
  /** What was wrong the last time. */
  readonly problemBefore: string | undefined
  readonly tried: Try<'conversation_roster'>
}

/** Takes due questions, so that two workers do not ask the same. */
export async function takeRosterQuestions(
  tx: TenantTx,
  now: Date,
  most: number,
): Promise<{ readonly taken: number; readonly due: readonly RosterQuestion[] }> {
  const waiting = await tx
    .selectFrom('conversation_roster')
    .where('next_at', '<=', now)
    .orderBy('next_at')
    .limit(most)
    .select(['id', 'problem'])
    .execute()
  const problems = new Map(waiting.map(({ id, problem }) => [id, problem]))
  const taken = await takeDue(tx, rosterQuestions, most, now)
  if (taken.length === 0) return { taken: 0, due: [] }
  const rows = await tx
    .selectFrom('conversation')
    .where('id', '=', sql<ConversationId>`any(${taken.map(({ row }) => row.id)}::uuid[])`)
    .select(['id', 'channel', 'account_id', 'conversation_key'])
    .execute()
  const conversations = new Map(rows.map((row) => [row.id, row]))
  const due = taken.flatMap(({ row, tried }): RosterQuestion[] => {
    const conversation = conversations.get(row.id)
    if (!conversation) return []
    const { channel, account_id: id, conversation_key: conversationKey } = conversation
    const before = { answer: row.answer ?? undefined, problemBefore: problems.get(row.id) ?? undefined }
    return [{ id, channel, conversationId: row.id, conversationKey, ...before, tried }]
  })
  return { taken: taken.length, due }
}
