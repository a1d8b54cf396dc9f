import type { Channel } from '@verbatim/contract/channels.ts'
import type { ConversationId, GroupId, MessageId } from '@verbatim/contract/ids.ts'
import { offChannelWays } from '@verbatim/contract/off-channel.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Said } from '#domains/messages/facts.ts'
import type { Direction } from '#kernel/captured-event.ts'
import type { TenantTx } from '#platform/db.ts'

/** A message in a test of remarks. */
interface Line {
  readonly id: MessageId
  readonly at: Date
  readonly body: string
  readonly direction: Direction
  readonly channel: Channel
  readonly conversation_id: ConversationId
  readonly group_ids: readonly GroupId[]
}

/** The messages as capture gives them to what reads them. */
export const saidOf = (lines: readonly Line[]): Said[] =>
  lines.map((one) => ({
    messageId: one.id,
    conversationId: one.conversation_id,
    revision: 1,
    channel: one.channel,
    direction: one.direction,
    language: undefined,
    groupIds: one.group_ids,
    postedAt: one.at,
    receivedAt: one.at,
    byUser: true,
    subject: undefined,
    text: one.body,
    others: [],
    attachmentNames: [],
  }))

/** Promises of every third message, by a day of the weeks after it. */
export async function insertPromises(tx: TenantTx, messageIds: readonly MessageId[]): Promise<void> {
  const some = messageIds.filter((_, at) => at % 3 === 0)
  await sql`insert into promise (message_id, due_on, due_at, deed)
    select id, posted_at::date + (place % 20)::int, posted_at + place % 20 * interval '1 day', place % 7
    from unnest(${some}::uuid[]) with ordinality given (message_id, place) join message on id = message_id`.execute(
    tx,
  )
}

/** Off-channel mentions in every fifth message, in each way. */
export async function insertMentions(tx: TenantTx, messageIds: readonly MessageId[]): Promise<void> {
  const some = messageIds.filter((_, at) => at % 5 === 0)
  await sql`insert into off_channel_mention (message_id, way)
    select id, (${offChannelWays}::text[])[1 + place % 4] from unnest(${some}::uuid[]) with ordinality given (id, place)`.execute(
    tx,
  )
}

/** A deletion on one's own device takes nothing from the other side. */
const isKnownThere = (alias: 'later' | 'message') =>
  sql`(coalesce(${sql.ref(`${alias}.deletion`)} ->> 'scope', '') = 'owner-local' or ${sql.ref(`${alias}.deleted_at`)} is null)`

/**
 * What lists filter promises by, written again in another way, for a row of `message`.
 * @param isSeen Whether the reader sees a message.
 */
export const foundPromises = (isSeen: RawBuilder<boolean>) => ({
  promiseKept: sql`(select (0 < (select count(*) from message later where later.conversation_id = message.conversation_id
    and later.direction = 'outbound' and ${isKnownThere('later')} and ${isSeen}
    and later.posted_at > coalesce(message.edited_at, message.posted_at) and later.posted_at <= promise.due_at
    and (later.id, promise.deed) not in (select message_id, deed from promise)))::text
    from promise where promise.message_id = message.id and ${isKnownThere('message')})`,
  promiseDue: sql`(select due_at from promise where promise.message_id = message.id and ${isKnownThere('message')})`,
})
