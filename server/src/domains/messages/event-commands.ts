import { createHash } from 'node:crypto'
import type { MessageId } from '@verbatim/contract/ids.ts'
import { sql } from 'kysely'
import type { CapturedAccount } from '#kernel/captured-account.ts'
import type {
  CapturedEdit,
  CapturedEvent,
  CapturedHint,
  CapturedMessage,
  CapturedRoster,
} from '#kernel/captured-event.ts'
import { newId } from '#kernel/uuid.ts'
import { insertMany, keyText, rowsOf, storable, type TableColumns, type TableRow } from '#platform/bulk.ts'
import type { TenantTx } from '#platform/db.ts'
import { conversationKeysIn, findNamed, namedConversations } from './conversation-names.ts'
import { withoutCopies } from './event-copies.ts'
import { type Completed, learnContents } from './completion-commands.ts'
import { noteCovered } from './coverage-commands.ts'
import { addressOf, type Derivation, type Fact, type MessageFact, type Said } from './facts.ts'
import { missingAfterMs } from './missing-commands.ts'
import { reviseMessages } from './revision-commands.ts'
import { contentOfEdit } from './revision-states.ts'
import { showDeletions, showStatuses } from './shown-events.ts'

type EventFact = Fact<
  Exclude<CapturedEvent, CapturedMessage | CapturedRoster | CapturedHint | CapturedAccount>
>

/** Those that `recordEvents` takes. */
export const eventsIn = (facts: readonly Fact[]): EventFact[] =>
  facts.filter(
    (fact): fact is EventFact => !['message', 'roster', 'hint', 'account'].includes(fact.event.kind),
  )

export const eventColumns = {
  id: 'uuid',
  record_id: 'uuid',
  channel: 'text',
  account_id: 'uuid',
  event_key: 'text',
  kind: 'text',
  target_key: 'text',
  message_id: 'uuid',
  conversation_id: 'uuid',
  actor_address: 'text',
  actor_name: 'text',
  at: 'timestamptz',
  captured_at: 'timestamptz',
  payload: 'jsonb',
  missing_at: 'timestamptz',
} satisfies TableColumns<'message_event'>
export type EventRow = TableRow<'message_event', typeof eventColumns>

/** A stored event, with the message it is about. */
interface Applicable {
  readonly id: string
  readonly kind: string
  readonly channel: string
  readonly account_id: Fact['accountId']
  readonly message_id: MessageId
  /** Of a membership. */
  readonly conversation_id?: string | null
  readonly record_id: Fact['recordId']
  readonly actor_address: string | null
  readonly at: Date
  readonly captured_at: Date
  readonly payload: Record<string, unknown>
}

/**
 * Records later events of messages, and updates the messages. An event whose message has not arrived waits, and is applied
 * when it arrives; a repeated event counts once.
 * @param given `arrived`: messages recorded in the same transaction, for which events may have waited.
 * @returns Edited texts, to be examined; and what else happened to messages and conversations, as events that now belong to one.
 */
export async function recordEvents(
  tx: TenantTx,
  { facts, arrived }: { readonly facts: readonly EventFact[]; readonly arrived: readonly MessageFact[] },
  derivation: Derivation,
  now: Date,
): Promise<{
  readonly edited: Said[]
  readonly happened: readonly string[]
  /** Those among them that are votes. */
  readonly votes: readonly string[]
  /** Messages of which events say more than they had. */
  readonly completed: readonly Completed[]
}> {
  const applicable = await findWaited(
    tx,
    arrived.flatMap(({ event }) => [event.messageKey, ...(event.aliases ?? [])].map(storable)),
  )
  const memberships = await placeMemberships(tx, arrived, arrived.flatMap(conversationKeysIn))
  if (facts.length > 0) {
    const targets = await findTargets(tx, facts)
    const conversations = await findConversations(tx, facts)
    const rows = await withoutCopies(
      tx,
      facts.map((fact) => toRow(fact, targets, conversations, now)),
    )
    applicable.push(
      ...(await insertMany<EventRow, Applicable>(
        tx,
        {
          table: 'message_event',
          conflict: sql`on conflict (tenant_id, channel, event_key) do nothing
          returning id, kind, channel, account_id, message_id, conversation_id, record_id, actor_address, at, captured_at, payload`,
        },
        eventColumns,
        rows,
      )),
    )
  }
  // Each may give its message a name that others wait for.
  for (let found = applicable; found.length > 0;) {
    found = await findWaited(tx, await learnAliases(tx, found))
    applicable.push(...found)
  }
  const due = applicable.filter(({ message_id }) => message_id !== null)
  await showDeletions(tx, due)
  await showStatuses(tx, due)
  const edits = due
    .filter(({ kind }) => kind === 'edit')
    .map(({ id, message_id, record_id, at, captured_at, payload }) => ({
      eventId: id,
      messageId: message_id,
      recordId: record_id,
      ...contentOfEdit(payload),
      at,
      capturedAt: captured_at,
      suspicious: false,
    }))
  const edited = await reviseMessages(tx, edits, derivation, now)
  await noteCovered(tx, edited, derivation)
  return {
    edited,
    completed: await learnContents(tx, due),
    votes: due.filter(({ kind }) => kind === 'vote').map(({ id }) => id),
    happened: [
      ...due.filter(({ kind }) => kind !== 'edit').map(({ id }) => id),
      ...memberships,
      ...applicable.filter(({ conversation_id: home }) => home).map(({ id }) => id),
    ],
  }
}

/** Gives waiting events the messages whose names have just become known: by the key of the event first, then by its other keys. */
async function findWaited(tx: TenantTx, keys: readonly string[]): Promise<Applicable[]> {
  if (keys.length === 0) return []
  const { rows } = await sql<Applicable>`update message_event set message_id = found.message_id
    from (
      select distinct on (waiting.tenant_id, waiting.id) waiting.tenant_id, waiting.id, named.message_id
      from (
        select tenant_id, channel, message_key as name, id as message_id from message where message_key = any(${keys})
        union all select tenant_id, channel, alias, message_id from message_alias where alias = any(${keys})
      ) named
      join (
        select tenant_id, id, channel, target_key as name, 0 as rank from message_event
        where message_id is null and target_key = any(${keys})
        union all select tenant_id, id, channel, alias, 1
        from message_event, jsonb_array_elements_text(payload -> 'targetAliases') alias
        where message_id is null and payload ? 'targetAliases' and alias = any(${keys})
      ) waiting using (tenant_id, channel, name)
      order by waiting.tenant_id, waiting.id, waiting.rank
    ) found
    where message_event.tenant_id = found.tenant_id and message_event.id = found.id
    returning message_event.id, message_event.kind, message_event.channel, message_event.account_id, message_event.message_id, message_event.record_id, message_event.actor_address,
      message_event.at, message_event.captured_at, message_event.payload`.execute(tx)
  return rows
}

/**
 * Adds further keys to messages, as named by statuses. A key that belongs to another message stays with that message.
 * @returns The new keys.
 */
async function learnAliases(tx: TenantTx, events: readonly Applicable[]): Promise<string[]> {
  const named = events.flatMap(({ channel, account_id, message_id, payload }) =>
    message_id === null
      ? []
      : ((payload['aliases'] ?? []) as string[]).map((alias) => ({
          channel,
          alias: storable(alias),
          message_id,
          only_of: payload['ofOwnMessage'] ? account_id : null,
        })),
  )
  if (named.length === 0) return []
  const { rows } = await sql<{ alias: string }>`insert into message_alias (channel, alias, message_id)
    select given.channel, given.alias, given.message_id
    from ${rowsOf({ channel: 'text', alias: 'text', message_id: 'uuid', only_of: 'uuid' }, named)}
    where not exists (
        select from message where message.channel = given.channel and message.message_key = given.alias)
      and (given.only_of is null or exists (
        select from message where message.id = given.message_id and message.account_id = given.only_of))
    on conflict do nothing returning alias`.execute(tx)
  return rows.map(({ alias }) => alias)
}

/** Assigns members who joined before the first message, or before the name of the conversation was known, to the conversation that now exists. */
export async function placeMemberships(
  tx: TenantTx,
  facts: readonly Pick<Fact, 'accountId'>[],
  keys: readonly string[],
): Promise<string[]> {
  if (keys.length === 0) return []
  const accounts = [...new Set(facts.map(({ accountId }) => accountId))]
  const { rows } = await sql<{ id: string }>`update message_event set conversation_id = named.id
    from (${namedConversations([...new Set(keys)])}) named
    where message_event.kind = 'membership' and message_event.conversation_id is null
      and message_event.account_id = any(${accounts}::uuid[])
      and message_event.payload ->> 'conversationKey' = named.key and message_event.account_id = named.account_id
    returning message_event.id`.execute(tx)
  return rows.map(({ id }) => id)
}

const targetKeysIn = ({ event }: EventFact): string[] =>
  'targetKey' in event ? [event.targetKey, ...(event.targetAliases ?? [])].map(storable) : []

async function findTargets(
  tx: TenantTx,
  facts: readonly EventFact[],
): Promise<ReadonlyMap<string, MessageId>> {
  const keys = facts.flatMap(targetKeysIn)
  if (keys.length === 0) return new Map()
  const { rows } = await sql<{ channel: string; name: string; message_id: MessageId }>`
    select channel, message_key as name, id as message_id from message where message_key = any(${keys})
    union all select channel, alias, message_id from message_alias where alias = any(${keys})`.execute(tx)
  return new Map(rows.map((row) => [`${row.channel}|${row.name}`, row.message_id]))
}

function findConversations(tx: TenantTx, facts: readonly EventFact[]): ReturnType<typeof findNamed> {
  const keys = facts.flatMap(({ event }) =>
    event.kind === 'membership' ? [storable(event.conversationKey)] : [],
  )
  return keys.length > 0 ? findNamed(tx, keys) : Promise.resolve(() => undefined)
}

function toRow(
  fact: EventFact,
  targets: ReadonlyMap<string, MessageId>,
  conversationOf: Awaited<ReturnType<typeof findNamed>>,
  now: Date,
): EventRow {
  const { event } = fact
  const targetKeys = targetKeysIn(fact)
  const found = targetKeys.map((key) => targets.get(`${event.channel}|${key}`)).find((id) => id !== undefined)
  const { kind, channel, eventKey, at, actor, ...said } = event
  // Two different contents at the same time are two edits.
  const keyed = (key: string) => (event.kind === 'edit' ? keyText(`${key}~${digestOf(event)}`) : key)
  const alsoKeyed = 'alsoKeyed' in said ? said.alsoKeyed?.map(keyed).map(storable) : undefined
  const payload = { ...said, ...(alsoKeyed && { alsoKeyed }) }
  return {
    id: newId(now),
    record_id: fact.recordId,
    channel,
    account_id: fact.accountId,
    event_key: storable(keyed(eventKey)),
    kind,
    target_key: targetKeys[0] ?? null,
    message_id: found ?? null,
    conversation_id:
      event.kind === 'membership'
        ? (conversationOf(fact.accountId, storable(event.conversationKey)) ?? null)
        : null,
    actor_address: actor ? addressOf(actor, fact) : null,
    actor_name: null,
    at: at ?? fact.receivedAt,
    captured_at: fact.receivedAt,
    payload,
    missing_at:
      found === undefined && targetKeys.length > 0 && makesLine(event)
        ? new Date(fact.receivedAt.getTime() + missingAfterMs)
        : null,
  }
}

/** What another person says of a message that is not theirs makes none; but a vote is a line of its own. */
const makesLine = (event: EventFact['event']) =>
  event.kind === 'vote' || !('unconfirmed' in event && event.unconfirmed)

/** An edit of which an earlier release kept only the text has another one, so that it can be read again. */
const digestOf = ({ body, attachments, structured }: CapturedEdit) =>
  createHash('sha256')
    .update(JSON.stringify(attachments || structured ? [body, attachments, structured] : body))
    .digest('hex')
    .slice(0, 16)
