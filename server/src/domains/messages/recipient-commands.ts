import type { GroupId, MessageId } from '@verbatim/contract/ids.ts'
import { sql } from 'kysely'
import type { Participant } from '#kernel/captured-event.ts'
import { storable, updateMany } from '#platform/bulk.ts'
import type { TenantTx } from '#platform/db.ts'
import { type Completed, completedBy } from './completion-commands.ts'
import { joinConversations } from './conversation-commands.ts'
import { type MessageFact, type Said, textsOf } from './facts.ts'
import { examineAgain } from './reading-commands.ts'

interface Merged {
  /** Texts that reached further groups or left the organization, for examination with their policies. */
  readonly said: readonly Said[]
  /** Each message that has more recipients, or that left the organization. */
  readonly completed: readonly Completed[]
}

/**
 * Adds recipients from another report to known messages, and the groups of those who are representatives. A mail that was
 * internal by its reports so far left the organization if this one says so.
 * A journal sends one report for each group of recipients, and only all reports together name all recipients of a mail.
 */
export async function mergeRecipients(tx: TenantTx, again: readonly MessageFact[]): Promise<Merged> {
  const reports = again.filter(({ event }) => event.participants.some(({ addressing }) => addressing))
  if (reports.length === 0) return { said: [], completed: [] }
  const known = await findReported(tx, reports)
  const grown = new Map<MessageId, Participant[]>()
  const outward = new Map<MessageId, Said>()
  const completed = new Map<MessageId, Completed>()
  for (const fact of reports) {
    const { event } = fact
    const message = known.get(keyOf(fact))
    if (!message) continue
    const before = grown.get(message.id) ?? message.recipients ?? []
    const union = new Map(
      [...before, ...event.participants].map((one) => [`${one.role}|${one.identity.value}`, one]),
    )
    const hasGrown = union.size > before.length
    const hasLeft = message.direction === 'internal' && event.direction === 'outbound'
    if (hasGrown) grown.set(message.id, [...union.values()])
    if (hasLeft) outward.set(message.id, toSaid(fact, message, message.group_ids))
    if (hasGrown || hasLeft) completed.set(message.id, completedBy(message.id, fact))
  }
  if (completed.size === 0) return { said: [], completed: [] }
  const changed = [...grown].map(([id, recipients]) => ({ id, recipients }))
  await updateMany(tx, 'message', { id: 'uuid', recipients: 'jsonb' }, changed)
  const wider = await widen(
    tx,
    reports.flatMap((fact) => {
      const message = known.get(keyOf(fact))
      return message && grown.has(message.id) ? [{ fact, message }] : []
    }),
  )
  await leave(tx, [...outward.keys()])
  const said = [...new Map([...outward, ...wider]).values()]
  await examineAgain(
    tx,
    said.map(({ messageId }) => messageId),
  )
  return {
    said: said.map((one) => (outward.has(one.messageId) ? { ...one, direction: 'outbound' } : one)),
    completed: [...completed.values()],
  }
}

const keyOf = ({ event }: MessageFact) => `${event.channel}|${storable(event.messageKey)}`

/** They left the organization. The database lets no direction change otherwise. */
async function leave(tx: TenantTx, ids: readonly MessageId[]): Promise<void> {
  if (ids.length === 0) return
  await sql`update message set direction = 'outbound' where id = any(${ids}::uuid[])`.execute(tx)
}

type Reported = Awaited<ReturnType<typeof findReported>> extends ReadonlyMap<string, infer Row> ? Row : never

async function findReported(tx: TenantTx, reports: readonly MessageFact[]) {
  const rows = await tx
    .selectFrom('message')
    .where('message_key', '=', sql<string>`any(${reports.map(({ event }) => storable(event.messageKey))})`)
    .select(['id', 'conversation_id', 'channel', 'message_key', 'recipients', 'posted_at'])
    .select(['revision', 'direction', 'language', 'group_ids', 'author_user_id', 'subject', 'body', 'others'])
    .execute()
  return new Map(rows.map((row) => [`${row.channel}|${row.message_key}`, row]))
}

/** Makes the messages and their conversations visible to the groups of the added recipients. */
async function widen(
  tx: TenantTx,
  grown: readonly { readonly fact: MessageFact; readonly message: Reported }[],
): Promise<Map<MessageId, Said>> {
  const groupIdsOf = await joinConversations(
    tx,
    grown.map(({ fact, message }) => ({
      ...fact,
      postedAt: message.posted_at,
      conversationId: message.conversation_id,
    })),
  )
  const wider = new Map<MessageId, Said>()
  for (const { fact, message } of grown) {
    const before: readonly GroupId[] = wider.get(message.id)?.groupIds ?? message.group_ids
    const groupIds = [...new Set([...before, ...groupIdsOf(fact)])]
    if (groupIds.length > before.length) wider.set(message.id, toSaid(fact, message, groupIds))
  }
  if (wider.size === 0) return wider
  const rows = [...wider.values()].map(({ messageId, groupIds }) => ({ id: messageId, group_ids: groupIds }))
  await updateMany(tx, 'message', { id: 'uuid', group_ids: 'uuid[]' }, rows)
  return wider
}

function toSaid(fact: MessageFact, message: Reported, groupIds: readonly GroupId[]): Said {
  return {
    messageId: message.id,
    conversationId: message.conversation_id,
    revision: message.revision,
    channel: message.channel,
    direction: message.direction,
    language: message.language,
    groupIds,
    postedAt: message.posted_at,
    receivedAt: fact.receivedAt,
    byUser: message.author_user_id !== null,
    subject: message.subject ?? undefined,
    text: message.body ?? '',
    others: textsOf(message.others),
    attachmentNames: fact.event.attachments.map(({ name }) => name ?? ''),
  }
}
