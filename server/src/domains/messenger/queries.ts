import type { OtherTextKind } from '@verbatim/contract/other-texts.ts'
import type { Channel } from '@verbatim/contract/channels.ts'
import type { InputOf } from '@verbatim/contract/endpoint.ts'
import type { ConversationId } from '@verbatim/contract/ids.ts'
import type { Page } from '@verbatim/contract/list.ts'
import type { Direction, ThreadMessage } from '@verbatim/contract/messages.ts'
import {
  type getMessengerConversation,
  type LastMessage,
  type listMessengerConversations,
  type MessengerConversation,
  type MessengerThread,
  messengerList,
} from '@verbatim/contract/messenger.ts'
import { sql } from 'kysely'
import { requireConversation } from '#domains/messages/conversation-queries.ts'
import type { TenantTx } from '#platform/db.ts'
import { findPage } from '#platform/list/page.ts'
import { allOf, column } from '#platform/list/sql.ts'
import { isFirst } from '#schema/said.ts'
import { findOthers, namesHold, type Others } from './counterparts.ts'
import {
  isOfOthers,
  isOwn,
  noFurtherLimit,
  type Opened,
  type Reader,
  requireOwn,
} from './readable-conversations.ts'

const columns = {
  lastActivity: column('conversation.last_at', 'timestamptz'),
  channelType: column('conversation.channel'),
}

interface Row {
  readonly id: ConversationId
  readonly channel: Channel
  readonly type: 'direct' | 'group'
  readonly title: string | null
  readonly message_count: number
  readonly last_at: Date
  readonly of_others: boolean
}

/**
 * One page of the reader's conversations, each with the other people and its newest message, in four queries: `ofOthers`
 * if any of them belongs to others.
 */
export async function findOwnConversations(
  tx: TenantTx,
  reader: Reader,
  query: InputOf<typeof listMessengerConversations>['query'],
  now: Date,
): Promise<Page<MessengerConversation> & Pick<Opened, 'ofOthers'>> {
  const { items, ...total } = await findPage<Row, keyof typeof columns>(
    tx,
    {
      spec: messengerList,
      columns,
      select: sql`conversation.id, conversation.channel, conversation.type, conversation.title,
        conversation.message_count, conversation.last_at, ${isOfOthers(reader)} as of_others`,
      from: sql`conversation`,
      where: allOf([isOwn(reader), ...(query.search ? [namesHold(query.search.text)] : [])]),
      tie: sql`conversation.id desc`,
    },
    query,
    now,
  )
  const ids = items.map(({ id }) => id)
  const others = await findOthers(tx, reader, ids)
  const newest = await findNewest(tx, reader, ids)
  return {
    items: items.map((row) => toConversation(row, others.get(row.id), newest.get(row.id))),
    ...total,
    ofOthers: items.some((row) => row.of_others),
  }
}

/**
 * One of the reader's conversations with one page of its thread, in its current state. @throws Failure
 * `conversation.not-found`
 */
export async function requireOwnConversation(
  tx: TenantTx,
  reader: Reader,
  id: ConversationId,
  query: InputOf<typeof getMessengerConversation>['query'] & { readonly oneReaction: ReadonlySet<Channel> },
): Promise<MessengerThread & Opened> {
  const opened = await requireOwn(tx, reader, id)
  const conversation = await requireConversation(tx, noFurtherLimit, opened.id, query)
  const others = (await findOthers(tx, reader, [opened.id])).get(opened.id)
  return {
    ...opened,
    ...conversation,
    messages: conversation.messages.map(asItStands),
    others: others?.people ?? [],
    otherCount: others?.count ?? 0,
  }
}

/** Deleted or edited texts, and files that were replaced, are kept for review, and are not shown here. */
function asItStands(message: ThreadMessage): ThreadMessage {
  const flags = message.flags.filter((flag) => !archiveNotes.includes(flag))
  const { reread: _reread, alsoCaptured: _copies, ...shown } = message
  const attachments = message.attachments.filter(({ isReplaced }) => !isReplaced)
  const { structured: _structured, subject: _subject, ...rest } = shown
  return message.isDeleted
    ? {
        ...rest,
        body: null,
        bodyLength: 0,
        contentType: 'deleted',
        attachmentCount: 0,
        attachments: [],
        others: [],
        reactions: [],
        highlights: [],
        subjectHighlights: [],
        versions: [],
      }
    : {
        ...shown,
        flags: message.isEdited ? [...flags, 'edited'] : flags,
        // They are of all its versions; its content itself is the current one.
        others: message.isEdited ? shown.others.filter(({ kind }) => !ofContent.has(kind)) : shown.others,
        versions: [],
        attachmentCount: Math.min(message.attachmentCount, attachments.length),
        attachments,
      }
}

/** The other texts with the words of content. */
const ofContent: ReadonlySet<OtherTextKind> = new Set<OtherTextKind>(['content', 'card'])

/** Notes of the archive on how a message arrived. */
const archiveNotes = ['late', 'contradicted', 'reusedId']

interface NewestRow {
  readonly conversation_id: ConversationId
  readonly from: string
  readonly mine: boolean
  readonly direction: Direction
  readonly posted_at: Date
  readonly text: string | null
  readonly content_type: string
  readonly attachment_count: number
  readonly deleted: boolean
}

async function findNewest(
  tx: TenantTx,
  { userId }: Reader,
  ids: readonly ConversationId[],
): Promise<ReadonlyMap<ConversationId, NewestRow>> {
  const { rows } = await sql<NewestRow>`
    select asked.id as conversation_id, newest.*
    from unnest(${ids}::uuid[]) asked (id)
    cross join lateral (
      select coalesce(nullif(trim(author_name), ''), author_address) as "from",
        author_user_id is not distinct from ${userId} as mine, direction, posted_at,
        left(body, 160) as text, content_type, attachment_count, deleted_at is not null as deleted
      from message where message.conversation_id = asked.id and ${isFirst('message')} order by posted_at desc, id desc limit 1
    ) newest`.execute(tx)
  return new Map(rows.map((row) => [row.conversation_id, row]))
}

function toConversation(
  row: Row,
  others: Others | undefined,
  newest: NewestRow | undefined,
): MessengerConversation {
  return {
    id: row.id,
    channel: row.channel,
    type: row.type,
    ...(row.title && { title: row.title }),
    others: others?.people ?? [],
    otherCount: others?.count ?? 0,
    ...(newest && { lastMessage: toLastMessage(newest) }),
    lastAt: row.last_at.toISOString(),
    messageCount: row.message_count,
  }
}

function toLastMessage(row: NewestRow): LastMessage {
  const text = row.deleted ? undefined : row.text?.trim()
  return {
    from: row.from,
    isMine: row.mine,
    direction: row.direction,
    postedAt: row.posted_at.toISOString(),
    ...(text && { text }),
    contentType: row.content_type,
    attachmentCount: row.deleted ? 0 : row.attachment_count,
    isDeleted: row.deleted,
  }
}
