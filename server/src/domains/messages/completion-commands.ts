/** A further copy of a message may say more than the first, such as the form that a provider lists. */
import type { MessageId, RecordId } from '@verbatim/contract/ids.ts'
import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import { rowsOf, storable } from '#platform/bulk.ts'
import type { TenantTx } from '#platform/db.ts'
import { isLine, isOwnWords, isUndecrypted } from '#schema/said.ts'
import { isOnlyLine } from './content-commands.ts'
import type { MessageFact } from './facts.ts'

/** The flag of a message of which copies say different things. */
const contradicted = 'contradicted' satisfies NonNullable<MessageFact['event']['flags']>[number]

/** A message that says more than before. */
export interface Completed {
  readonly messageId: MessageId
  /** The record that completed it, for the first time if there were several. */
  readonly recordId: RecordId
  readonly receivedAt: Date
}

/** A message that says more by this copy, or record, of it. */
export const completedBy = (
  messageId: MessageId,
  { recordId, receivedAt }: Pick<MessageFact, 'recordId' | 'receivedAt'>,
): Completed => ({ messageId, recordId, receivedAt })

/** Marks of a message itself; others are about a single copy. */
const lasting: ReadonlySet<string> = new Set(['autoReply', 'encrypted', 'viewOnce', 'disappearing'])

/**
 * Adds what was empty so far. Nothing that a message has is replaced, and a text is never touched: another text is a revision. Where
 * copies say different things of the same field, the first that was ingested counts; of those that are ingested together, the oldest. The
 * message is flagged then. What is counted of words that turn out not to be its author's own is forgotten.
 */
export async function completeMessages(tx: TenantTx, copies: readonly MessageFact[]): Promise<Completed[]> {
  const rows = [...Map.groupBy(copies.filter(saysMore), keyOf).values()].map(toRow)
  if (rows.length === 0) return []
  const columns = {
    record_id: 'uuid',
    channel: 'text',
    message_key: 'text',
    structured: 'jsonb',
    reply_to_key: 'text',
    flags: 'text[]',
    is_comparable: 'boolean',
    received_at: 'timestamptz',
  }
  const isContradicted = sql`given.is_comparable and (message.reply_to_key <> given.reply_to_key
    or exists (select from jsonb_each(given.structured) said where message.structured -> said.key <> said.value))`
  const { rows: completed } = await sql<{ id: MessageId; record_id: RecordId; received_at: Date }>`
    update message set structured = given.structured || coalesce(message.structured, '{}'),
      reply_to_key = coalesce(message.reply_to_key, given.reply_to_key),
      flags = array(select unnest(message.flags) union select unnest(given.flags)
        union select ${contradicted}::text where ${isContradicted} order by 1)
    from ${rowsOf(columns, rows)}
    where message.message_key = given.message_key and message.channel = given.channel
      and not ${isUndecrypted('message')}
      and (not message.flags @> given.flags
        or not ${contradicted} = any(message.flags) and ${isContradicted}
        or message.reply_to_key is null and given.reply_to_key is not null
        or exists (select from jsonb_object_keys(given.structured) name where not coalesce(message.structured, '{}') ? name))
    returning message.id, given.record_id, given.received_at`.execute(tx)
  await forgetRemarks(
    tx,
    completed.map(({ id }) => id),
  )
  return completed.map((row) => ({
    messageId: row.id,
    recordId: row.record_id,
    receivedAt: row.received_at,
  }))
}

/** An event that may say something of its message that is not text (`CapturedStatus.structured`). */
interface Telling {
  readonly kind: string
  readonly message_id: MessageId
  readonly record_id: RecordId
  readonly captured_at: Date
  readonly payload: Readonly<Record<string, unknown>>
}

/** The same by events of messages: of several the oldest counts. The line of a message that did not come learns nothing. */
export async function learnContents(tx: TenantTx, events: readonly Telling[]): Promise<Completed[]> {
  const telling = events
    .filter(({ kind, payload }) => kind === 'status' && payload['structured'])
    .toSorted((a, b) => a.captured_at.getTime() - b.captured_at.getTime())
  const rows = [...Map.groupBy(telling, ({ message_id: id }) => id).values()].flatMap(
    ([first, ...others]) => {
      if (!first) return []
      const contents = [first, ...others].map(({ payload }) => payload['structured'] as object)
      const structured: object = Object.assign({}, ...contents.toReversed())
      return [
        { id: first.message_id, record_id: first.record_id, captured_at: first.captured_at, structured },
      ]
    },
  )
  if (rows.length === 0) return []
  const columns = { id: 'uuid', record_id: 'uuid', captured_at: 'timestamptz', structured: 'jsonb' }
  const { rows: learnt } = await sql<{ id: MessageId; record_id: RecordId; captured_at: Date }>`
    update message set structured = given.structured || coalesce(message.structured, '{}')
    from ${rowsOf(columns, rows)}
    where message.id = given.id and not ${isLine('message')}
      and exists (select from jsonb_object_keys(given.structured) name where not coalesce(message.structured, '{}') ? name)
    returning message.id, given.record_id, given.captured_at`.execute(tx)
  return learnt.map(({ id, record_id: recordId, captured_at: receivedAt }) =>
    completedBy(id, { recordId, receivedAt }),
  )
}

/** Words that turn out to be another's, no person's, or said once already, promise nothing and mention no other place. */
export async function forgetRemarks(tx: TenantTx, ids: readonly MessageId[]): Promise<void> {
  for (const table of ids.length > 0 ? (['promise', 'off_channel_mention'] as const) : [])
    await sql`delete from ${sql.table(table)} remark using message
      where message.tenant_id = remark.tenant_id and message.id = remark.message_id and message.id = any(${ids}::uuid[])
        and not ${isOwnWords('message')}`.execute(tx)
}

const keyOf = ({ event }: MessageFact) => `${event.channel}|${storable(event.messageKey)}`

const flagsOf = ({ flags = [], forwarded }: MessageFact['event']) => [
  ...flags.filter((flag) => lasting.has(flag)),
  ...(forwarded ? ['forwarded'] : []),
]

const saysMore = (fact: MessageFact) =>
  !isOnlyLine(fact) &&
  (fact.event.structured !== undefined ||
    fact.event.replyToKey !== undefined ||
    flagsOf(fact.event).length > 0)

/** The copies of one message as one: the first that has something says it. */
function toRow(copies: readonly MessageFact[]) {
  const [first] = copies
  if (!first) throw new Error('A message has no copy')
  const events = copies.map(({ event }) => event)
  const structured: Readonly<Record<string, unknown>> = Object.assign(
    {},
    ...events.map((event) => event.structured ?? {}).toReversed(),
  )
  const replyToKey = events.find((event) => event.replyToKey !== undefined)?.replyToKey
  // A key that names people is another one under another of their names; and each report about a mail says something else of it.
  const isComparable = first.event.alsoKeyed === undefined && first.event.seen === undefined
  const differs = events.some(
    (event) =>
      (event.replyToKey ?? replyToKey) !== replyToKey ||
      Object.entries(event.structured ?? {}).some(
        ([name, said]) => !isDeepStrictEqual(said, structured[name]),
      ),
  )
  return {
    record_id: first.recordId,
    channel: first.event.channel,
    message_key: first.event.messageKey,
    structured,
    reply_to_key: replyToKey ?? null,
    flags: [...new Set([...events.flatMap(flagsOf), ...(isComparable && differs ? [contradicted] : [])])],
    is_comparable: isComparable,
    received_at: first.receivedAt,
  }
}

/** Another text of a message came without an edit. */
export async function flagContradicted(tx: TenantTx, ids: readonly MessageId[]): Promise<void> {
  if (ids.length === 0) return
  await sql`update message set flags = array(select unnest(flags) union select ${contradicted}::text order by 1)
    where id = any(${ids}::uuid[]) and not ${contradicted} = any(flags)`.execute(tx)
}
