/** The row of a new message. */
import { hourMs } from '@verbatim/contract/durations.ts'
import type { GroupId, MessageId, UserId } from '@verbatim/contract/ids.ts'
import type { MessageFlag } from '@verbatim/contract/message-flags.ts'
import type { TableColumns, TableRow } from '#platform/bulk.ts'
import { mirrorKeyOf } from './mirrors.ts'
import type { Placement } from './conversation-commands.ts'
import {
  addressOf,
  type AskedOfPolicies,
  type Derivation,
  type MessageFact,
  type Reading,
  textsOf,
} from './facts.ts'

/** The time of a message is doubtful if it is ahead of our clock by more than this, or older than mobile messaging. */
const aheadMs = 5 * 60_000
const oldest = Date.UTC(1990, 0, 1)
const lateMs = hourMs

/**
 * By which record a message is, whose, and when it was said. Only `become_messages` changes it, and only of a line; but an internal mail may
 * turn out to have left the organization.
 */
export const originColumns = {
  record_id: 'uuid',
  account_id: 'uuid',
  message_key: 'text',
  direction: 'text',
  author_address: 'text',
  author_name: 'text',
  author_user_id: 'uuid',
  author_contact_id: 'uuid',
  posted_at: 'timestamptz',
  captured_at: 'timestamptz',
} satisfies TableColumns<'message'>

/** What its delivery says beside the text. */
export const contentColumns = {
  content_type: 'text',
  structured: 'jsonb',
  subject: 'text',
  format: 'text',
  others: 'jsonb',
  reply_to_key: 'text',
  attachment_count: 'smallint',
  flags: 'text[]',
} satisfies TableColumns<'message'>

/** What a line learns from its message. A text is a version of it, so that an edit stays the text that is shown. */
export const learntColumns = {
  ...contentColumns,
  conversation_id: 'uuid',
  recipients: 'jsonb',
  group_ids: 'uuid[]',
  is_covered: 'boolean',
} satisfies TableColumns<'message'>

/** What was read in its texts. */
export const analysedColumns = {
  category: 'text',
  urgency: 'text',
  language: 'text',
  search: 'tsvector',
  search_partly: 'boolean',
  examined_edition: 'integer',
} satisfies TableColumns<'message'>

export const messageColumns = {
  id: 'uuid',
  channel: 'text',
  mirror_key: 'text',
  ...originColumns,
  ...learntColumns,
  body: 'text',
  ...analysedColumns,
} satisfies TableColumns<'message'>
export type MessageRow = TableRow<'message', typeof messageColumns>

/** A message with the id and time that it gets. */
export type NewMessage = MessageFact & { readonly id: MessageId; readonly postedAt: Date }

export function toRow(
  fact: NewMessage,
  placement: Placement,
  { read, edition, covers }: Derivation,
): MessageRow {
  const { event } = fact
  const { conversationId, groupIds } = placement.of(fact)
  const author = addressOf(event.author, fact)
  const person = placement.person(author, fact)
  const reading = read(event)
  const authorId = person?.userId ?? ownAuthorOf(fact)
  return {
    id: fact.id,
    record_id: fact.recordId,
    channel: event.channel,
    account_id: fact.accountId,
    conversation_id: conversationId,
    message_key: event.messageKey,
    mirror_key: mirrorKeyOf(event) ?? null,
    direction: event.direction,
    author_address: author,
    author_name: event.authorName ?? person?.name ?? null,
    author_user_id: authorId,
    author_contact_id: person?.contactId ?? null,
    posted_at: fact.postedAt,
    captured_at: fact.receivedAt,
    ...contentOf(event),
    flags: flagsOf(fact),
    body: event.body,
    recipients: event.participants.some(({ addressing }) => addressing) ? event.participants : null,
    group_ids: groupIds,
    ...analysedOf(reading, edition),
    // It is not known of a line.
    is_covered: event.contentType === 'missing' ? null : covers(askedOf(event, reading, groupIds, authorId)),
  }
}

export const analysedOf = (
  { category, urgency, language, vector, partly }: Reading,
  edition: Derivation['edition'],
) => ({ category, urgency, language, search: vector, search_partly: partly, examined_edition: edition })

/** The columns of its content, without the flags, which also depend on when it arrived. */
export const contentOf = (event: MessageFact['event']) => ({
  content_type: event.contentType,
  structured: event.structured ?? null,
  subject: event.subject ?? null,
  format: event.format,
  others: event.others && event.others.length > 0 ? event.others : null,
  reply_to_key: event.replyToKey ?? null,
  attachment_count: Math.min(event.attachments.length, 32_767),
})

/** The owner of the account, if it is the author. */
const ownAuthorOf = ({ event, ownerId }: NewMessage) =>
  event.author.kind === 'self' ? (ownerId ?? null) : null

const askedOf = (
  event: MessageFact['event'],
  { language }: Pick<Reading, 'language'>,
  groupIds: readonly GroupId[],
  authorId: UserId | null,
): AskedOfPolicies => ({
  channel: event.channel,
  direction: event.direction,
  language,
  groupIds,
  byUser: authorId !== null,
  others: textsOf(event.others),
  attachmentNames: event.attachments.map(({ name }) => name ?? ''),
})

function flagsOf({ event, postedAt, receivedAt, isBackFilled }: NewMessage): MessageFlag[] {
  const flags: MessageFlag[] = [...(event.flags ?? [])]
  const late = receivedAt.getTime() - postedAt.getTime()
  if (late < -aheadMs || postedAt.getTime() < oldest) flags.push('clockSkew')
  else if (late > lateMs || isBackFilled) flags.push('late')
  if (event.forwarded) flags.push('forwarded')
  return flags
}
