/** A further copy of a message may say more than the first, such as the form that a provider lists. */
import type { MessageId, RecordId } from '@verbatim/contract/ids.ts'
import { sql } from 'kysely'
import { rowsOf, storable } from '#platform/bulk.ts'
import type { TenantTx } from '#platform/db.ts'
import { isPlaceholder, undecrypted } from './content-commands.ts'
import type { MessageFact } from './facts.ts'

/** A message that says more than before. */
export interface Completed {
  readonly messageId: MessageId
  /** The record that completed it, for the first time if there were several. */
  readonly recordId: RecordId
}

/** Marks of a message itself; others are about a single copy. */
const lasting: ReadonlySet<string> = new Set(['autoReply', 'encrypted', 'viewOnce', 'disappearing'])

/**
 * Adds what was empty so far. Nothing that a message has is replaced, and a text is never touched: another text is a revision. Where
 * copies say different things of the same field, the first that was ingested counts; of those that are ingested together, the oldest.
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
  }
  const { rows: completed } = await sql<{ id: MessageId; record_id: RecordId }>`
    update message set structured = given.structured || coalesce(message.structured, '{}'),
      reply_to_key = coalesce(message.reply_to_key, given.reply_to_key),
      flags = array(select unnest(message.flags) union select unnest(given.flags) order by 1)
    from ${rowsOf(columns, rows)}
    where message.message_key = given.message_key and message.channel = given.channel
      and not ${undecrypted} = any(message.flags)
      and (not message.flags @> given.flags
        or message.reply_to_key is null and given.reply_to_key is not null
        or exists (select from jsonb_object_keys(given.structured) name where not coalesce(message.structured, '{}') ? name))
    returning message.id, given.record_id`.execute(tx)
  return completed.map(({ id: messageId, record_id: recordId }) => ({ messageId, recordId }))
}

const keyOf = ({ event }: MessageFact) => `${event.channel}|${storable(event.messageKey)}`

const flagsOf = ({ flags = [], forwarded }: MessageFact['event']) => [
  ...flags.filter((flag) => lasting.has(flag)),
  ...(forwarded ? ['forwarded'] : []),
]

const saysMore = (fact: MessageFact) =>
  !isPlaceholder(fact) &&
  (fact.event.structured !== undefined ||
    fact.event.replyToKey !== undefined ||
    flagsOf(fact.event).length > 0)

/** The copies of one message as one: the first that has something says it. */
function toRow(copies: readonly MessageFact[]) {
  const [first] = copies
  if (!first) throw new Error('A message has no copy')
  const events = copies.map(({ event }) => event)
  return {
    record_id: first.recordId,
    channel: first.event.channel,
    message_key: first.event.messageKey,
    structured: Object.assign({}, ...events.map(({ structured }) => structured ?? {}).toReversed()) as object,
    reply_to_key: events.find(({ replyToKey }) => replyToKey !== undefined)?.replyToKey ?? null,
    flags: [...new Set(events.flatMap(flagsOf))],
  }
}
