/** Messages that did not come, but of which changes or receipts did. Source: docs/decisions/0139-lines-of-missing-messages.md. */
import { dayMs } from '@verbatim/contract/durations.ts'
import type { AccountId, ConversationId, MessageId, RecordId } from '@verbatim/contract/ids.ts'
import type { Channel } from '@verbatim/contract/channels.ts'
import { sql } from 'kysely'
import type { AboutMessage, CapturedVote, ContentType } from '#kernel/captured-event.ts'
import { rowsOf, storable } from '#platform/bulk.ts'
import type { TenantTx } from '#platform/db.ts'
import { at, type DueRows, isDue } from '#platform/work/due-rows.ts'
import { isLine } from '#schema/said.ts'
import { isUndated } from '#schema/undated.ts'
import { findHomes, insertAliases, keepContents, noteFormer, type Stored } from './content-commands.ts'
import { placeMessages } from './conversation-commands.ts'
import type { Derivation, MessageFact, Said } from './facts.ts'
import { learntColumns, type MessageRow, originColumns, toRow } from './message-row.ts'

/** So long an event waits for its message. Source: docs/rules/channels.md. */
export const missingAfterMs = 7 * dayMs

/** The type of a line: what the thread shows in place of a message that did not come. */
export const missing = 'missing' satisfies ContentType

/** Events whose messages have not come in time. */
export const missingMessages: DueRows<'message_event'> = {
  name: 'missing-messages',
  table: 'message_event',
  waits: () => sql`message_id is null and missing_at is not null`,
  from: 'missing_at',
  figures: { counted: (now) => sql`missing_at <= ${now}`, oldest: sql`min(missing_at)` },
}

/** An event whose message has not come. */
export interface WaitingEvent {
  readonly id: string
  readonly channel: Channel
  readonly target_key: string
  readonly account_id: AccountId
  readonly record_id: RecordId
  readonly at: Date
  readonly captured_at: Date
  /** How its record came. */
  readonly transport: string
  readonly about: AboutMessage | null
  /** Other keys that its message may have. */
  readonly target_aliases: readonly string[] | null
  /** It is no sign that its message was ever there. */
  readonly is_unconfirmed: boolean
  /** Its message may be from long ago. */
  readonly is_undated: boolean
  /** Of a vote: its own line, as JSON. */
  readonly line: CapturedVote['line'] | null
}

const waitingColumns = sql`event.id, event.channel, event.target_key, event.account_id, event.record_id, event.at, event.captured_at,
      (select transport from message_record kept where kept.tenant_id = event.tenant_id and kept.id = event.record_id) as transport,
      event.payload -> 'about' as about, event.payload -> 'targetAliases' as target_aliases,
      event.payload ? 'unconfirmed' as is_unconfirmed, ${isUndated('event')} as is_undated, case event.kind when 'vote' then event.payload -> 'line' end as line`

type DueEvent = Pick<WaitingEvent, 'channel' | 'target_key'>

/** What is waited for may be a name that another waiting event gives: then it is the message of that one. */
const mostNames = 16

/** How long an event waits that was due and found no message. */
const againAfterMs = dayMs

/** Takes due events: those that find no message now are due again a day later, so that they keep no others waiting. */
export async function takeDueEvents(tx: TenantTx, now: Date, most: number): Promise<DueEvent[]> {
  const again = new Date(now.getTime() + againAfterMs)
  const { rows } = await sql<DueEvent>`
    update message_event set missing_at = ${again}
    where id in (select id from message_event where ${isDue(missingMessages, at(now))} order by missing_at limit ${most})
    returning channel, target_key`.execute(tx)
  return rows
}

/** All events that wait for the messages of these, the first first. */
export async function findWaitingEvents(tx: TenantTx, due: readonly DueEvent[]): Promise<WaitingEvent[]> {
  if (due.length === 0) return []
  const { rows } = await sql<WaitingEvent>`
    with recursive due as (
      select distinct channel, target_key from ${rowsOf({ channel: 'text', target_key: 'text' }, due)}
    ), named as materialized (
      select channel, target_key, payload -> 'aliases' as names from message_event
      where message_id is null and payload ? 'aliases' and target_key is not null and exists (select from due)
    ), chain (asked, channel, target_key, steps) as (
      select target_key, channel, target_key, 0 from due
      union select chain.asked, chain.channel, named.target_key, chain.steps + 1 from chain
        join named on named.channel = chain.channel and named.names ? chain.target_key
        where chain.steps < ${mostNames}
    ), target as (
      select distinct channel, target_key from (
        select distinct on (channel, asked) channel, target_key from chain order by channel, asked, steps desc
      ) first
    )
    select ${waitingColumns}
    from target join message_event event
      on event.channel = target.channel and event.target_key = target.target_key and event.message_id is null
    order by event.at, event.event_key`.execute(tx)
  return rows
}

/** Votes that wait for their polls, of which others of these events say something. */
export async function findWaitingVotes(tx: TenantTx, about: readonly DueEvent[]): Promise<WaitingEvent[]> {
  if (about.length === 0) return []
  const { rows } = await sql<WaitingEvent>`
    select ${waitingColumns}
    from message_event event join ${rowsOf<DueEvent>({ channel: 'text', target_key: 'text' }, about)} on given.channel = event.channel
      and given.target_key = event.payload -> 'line' ->> 'messageKey'
    where event.kind = 'vote' and event.message_id is null and event.target_key is not null
    order by event.at, event.event_key`.execute(tx)
  return rows
}

/** Those that have lines of their own are due no more. Their messages may come still. */
export async function stopBeingDue(tx: TenantTx, events: readonly WaitingEvent[]): Promise<void> {
  if (events.length === 0) return
  await sql`update message_event set missing_at = null where id = any(${events.map(({ id }) => id)}::uuid[])`.execute(
    tx,
  )
}

/** A message that has come, and its line. */
export interface Come {
  readonly fact: MessageFact
  readonly stored: Stored
}

/**
 * Lines become their messages, with their ids: whose they are, and when and where they were said. One for which only
 * another line came learns what that one knows.
 * @returns Texts to examine.
 */
export async function becomeMessages(
  tx: TenantTx,
  come: readonly Come[],
  derivation: Derivation,
  now: Date,
): Promise<Said[]> {
  if (come.length === 0) return []
  const facts = come.map(({ fact, stored }) => ({
    ...fact,
    id: stored.id,
    postedAt: fact.event.sentAt ?? fact.receivedAt,
  }))
  const placement = await placeMessages(tx, facts, now)
  // The names of a message may have merged the conversation of its line into another.
  const homes = await findHomes(tx, come)
  const rows = facts.map((fact) => toRow(fact, placement, derivation))
  const real = facts.flatMap((fact, index) => {
    const [row, stored] = [rows[index], come[index]?.stored]
    return row && stored && row.content_type !== missing ? [{ fact, stored: nowStored(stored, row) }] : []
  })
  await noteFormer(
    tx,
    real.map(({ stored }) => stored.id),
    { now },
  )
  await sql`select become_messages(${JSON.stringify(rows.map(originOf))}::jsonb)`.execute(tx)
  await moveDays(tx, come, rows)
  await sql`update message set ${sql.join(Object.keys(learntColumns).map((name) => sql`${sql.ref(name)} = ${learning(name)}`))}
    from ${rowsOf<Pick<MessageRow, 'id' | keyof typeof learntColumns>>({ id: 'uuid', ...learntColumns }, rows)} where message.id = given.id`.execute(
    tx,
  )
  await insertAliases(
    tx,
    facts.filter(({ event }) => event.contentType === missing),
  )
  await leaveConversations(tx, come, rows, homes)
  const understood = real.map((one) => ({ ...one, isLater: true as const }))
  const said = await keepContents(tx, understood, derivation, now)
  // What was shown so far reaches everyone who may see the message.
  const shown = said.flatMap((one, index) => {
    const { body, revision } = understood[index]?.stored ?? {}
    return body && revision !== undefined && revision !== one.revision
      ? [{ ...one, revision, text: body }]
      : []
  })
  return [...said, ...shown]
}

const originNames = Object.keys(originColumns) as (keyof typeof originColumns)[]

/** What `become_messages` is given of a row. */
const originOf = (row: MessageRow) => ({
  id: row.id,
  ...Object.fromEntries(
    originNames.map((name) => [name, typeof row[name] === 'string' ? storable(row[name]) : row[name]]),
  ),
})

/** Each counts on the day on which it was said. */
async function moveDays(tx: TenantTx, come: readonly Come[], rows: readonly MessageRow[]): Promise<void> {
  const moves = come.flatMap(({ stored }, index) => {
    const now = rows[index]?.posted_at
    return now
      ? [
          { at: stored.posted_at, n: -1 },
          { at: now, n: 1 },
        ]
      : []
  })
  await sql`insert into message_day as known (day, messages)
    select (given.at at time zone 'UTC')::date, sum(given.n)::int from ${rowsOf({ at: 'timestamptz', n: 'integer' }, moves)}
    group by 1 having sum(given.n) <> 0 order by 1
    on conflict (tenant_id, day) do update set messages = known.messages + excluded.messages`.execute(tx)
}

/** What is flagged stays flagged as long as there is only the line. */
const learning = (name: string) =>
  name === 'flags'
    ? sql`case when ${isLine('given')}
        then array(select unnest(message.flags) union select unnest(given.flags) order by 1) else given.flags end`
    : name === 'attachment_count'
      ? sql`greatest(message.attachment_count, given.attachment_count)` // edits may have brought some
      : sql`given.${sql.ref(name)}`

const nowStored = (stored: Stored, row: MessageRow): Stored => ({
  ...stored,
  conversation_id: row.conversation_id,
  author_user_id: row.author_user_id,
  direction: row.direction,
  group_ids: row.group_ids,
  posted_at: row.posted_at,
})

/** Each counts once, where it is now. What policies found in it goes with it. */
async function leaveConversations(
  tx: TenantTx,
  come: readonly Come[],
  rows: readonly MessageRow[],
  homes: ReadonlyMap<MessageId, ConversationId>,
): Promise<void> {
  const moved = come.flatMap(({ stored }, index) => {
    const row = rows[index]
    const was = homes.get(stored.id) ?? stored.conversation_id
    return row ? [{ message_id: stored.id, was, now: row.conversation_id }] : []
  })
  const columns = { message_id: 'uuid', was: 'uuid', now: 'uuid' }
  const given = rowsOf<{ message_id: MessageId; was: ConversationId; now: ConversationId }>(columns, moved)
  await sql`update conversation set message_count = message_count - gone.n, first_at = coalesce(span.first_at, conversation.first_at),
      last_at = coalesce(span.last_at, conversation.last_at)
    from (select given.was, count(*)::int as n from ${given} group by 1) gone
    cross join lateral (select min(posted_at) as first_at, max(posted_at) as last_at from message
      where message.conversation_id = gone.was) span
    where conversation.id = gone.was`.execute(tx)
  if (moved.every(({ was, now }) => was === now)) return
  await sql`update cognitive_event set conversation_id = given.now from ${given}
    where given.was <> given.now and cognitive_event.conversation_id = given.was
      and exists (select from evidence where evidence.event_id = cognitive_event.id and evidence.message_id = given.message_id)`.execute(
    tx,
  )
}
