import type {
  AccountId,
  ContactId,
  ConversationId,
  GroupId,
  MessageId,
  RecordId,
  UserId,
} from '@verbatim/contract/ids.ts'
import { sql } from 'kysely'
import type { ContentType, Participant } from '#kernel/captured-event.ts'
import { toSearchVector } from '#kernel/search/vector.ts'
import { newId } from '#kernel/uuid.ts'
import { insertMany } from '#platform/bulk.ts'
import type { TenantTx } from '#platform/db.ts'
import type { MessageTable } from '#schema/messages.ts'

type Given = Partial<
  Pick<
    MessageTable,
    | 'channel'
    | 'direction'
    | 'author_address'
    | 'author_name'
    | 'subject'
    | 'body'
    | 'message_key'
    | 'reply_to_key'
    | 'deleted_at'
    | 'edited_at'
  >
> & {
  id?: MessageId
  record_id?: RecordId
  account_id?: AccountId
  conversation_id?: ConversationId
  author_user_id?: UserId | null
  author_contact_id?: ContactId | null
  posted_at?: Date
  captured_at?: Date
  content_type?: ContentType
  group_ids?: readonly GroupId[]
  category?: string
  urgency?: string
  language?: string
  attachment_count?: number
  flags?: readonly string[]
  is_covered?: boolean | null
  /** Those a mail names. */
  recipients?: readonly Participant[] | null
  deletion?: { readonly scope: string } | null
  structured?: Readonly<Record<string, unknown>> | null
  /** As if it were too large to be indexed completely. */
  search_partly?: boolean
}

/** Messages as rows, for tests that start after capture; missing fields get default values. */
export async function insertMessages(tx: TenantTx, given: readonly Given[], now: Date): Promise<MessageId[]> {
  const account = newId<AccountId>(now)
  const conversation = newId<ConversationId>(now)
  const rows = given.map((message, i) => {
    const partly = toSearchVector(message.body, message.subject)
    const id = message.id ?? newId<MessageId>(now)
    return {
      id,
      record_id: newId<RecordId>(now),
      channel: 'sms',
      account_id: account,
      conversation_id: conversation,
      message_key: `${id}`,
      direction: 'inbound',
      author_address: '+15550109999',
      author_name: 'Ann Ash',
      author_user_id: null,
      author_contact_id: null,
      posted_at: new Date(now.getTime() - (given.length - i) * 60_000),
      captured_at: now,
      content_type: 'text' as const,
      subject: null,
      body: null,
      reply_to_key: null,
      deleted_at: null,
      deletion: null,
      recipients: null,
      structured: null,
      edited_at: null,
      group_ids: [],
      category: 'other',
      urgency: 'low',
      language: 'und',
      attachment_count: 0,
      flags: [],
      is_covered: null,
      search: partly.vector,
      search_partly: partly.partly,
      ...message,
    }
  })
  const conversations = [...new Map(rows.map((row) => [row.conversation_id, row])).values()]
  await insertMany(
    tx,
    { table: 'conversation', conflict: sql`on conflict do nothing` },
    {
      id: 'uuid',
      channel: 'text',
      account_id: 'uuid',
      conversation_key: 'text',
      type: 'text',
      group_ids: 'uuid[]',
      first_at: 'timestamptz',
      last_at: 'timestamptz',
    },
    conversations.map((row) => ({
      id: row.conversation_id,
      channel: row.channel,
      account_id: row.account_id,
      conversation_key: row.conversation_id,
      type: 'direct',
      group_ids: row.group_ids,
      first_at: row.posted_at,
      last_at: row.posted_at,
    })),
  )
  await insertMany<(typeof rows)[number]>(
    tx,
    'message',
    {
      id: 'uuid',
      record_id: 'uuid',
      channel: 'text',
      account_id: 'uuid',
      conversation_id: 'uuid',
      message_key: 'text',
      direction: 'text',
      author_address: 'text',
      author_name: 'text',
      author_user_id: 'uuid',
      author_contact_id: 'uuid',
      posted_at: 'timestamptz',
      captured_at: 'timestamptz',
      content_type: 'text',
      subject: 'text',
      body: 'text',
      reply_to_key: 'text',
      deleted_at: 'timestamptz',
      deletion: 'jsonb',
      recipients: 'jsonb',
      structured: 'jsonb',
      edited_at: 'timestamptz',
      group_ids: 'uuid[]',
      category: 'text',
      urgency: 'text',
      language: 'text',
      attachment_count: 'smallint',
      flags: 'text[]',
      is_covered: 'boolean',
      search: 'tsvector',
      search_partly: 'boolean',
    },
    rows,
  )
  return rows.map(({ id }) => id)
}
