import type { Conversation, getConversation } from '@verbatim/contract/conversations.ts'
import type { InputOf } from '@verbatim/contract/endpoint.ts'
import type { ConversationId, MessageId } from '@verbatim/contract/ids.ts'
import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { AccessScope } from '#kernel/actor.ts'
import { Failure } from '#kernel/failure.ts'
import { parseQuery } from '#kernel/search/query.ts'
import type { TenantTx } from '#platform/db.ts'
import type { ConversationTable } from '#schema/messages.ts'
import { findMemberships, findSeen } from './participant-queries.ts'
import { visibleTo, wholeColumns, type WholeRow } from './rows.ts'
import { toThread } from './thread.ts'

type Asked = InputOf<typeof getConversation>['query']

/**
 * A conversation with one page of its thread: as many messages before and after as asked, by the index of the
 * conversation, so that a page of a long thread costs what a page of a short one does. Who sees a part of its messages
 * is told of it what those carry.
 * @throws Failure `conversation.not-found`, also where `scope` may see none of its messages; `message.not-found`
 */
export async function requireConversation(
  tx: TenantTx,
  scope: AccessScope,
  id: ConversationId,
  query: Asked,
): Promise<Conversation> {
  const row = await requireVisible(tx, scope, id)
  const thread = sql<boolean>`conversation_id = ${id} and ${visibleTo(scope)}`
  const { rows, hasBefore, hasAfter } = await readPage(tx, thread, query)
  const seen = await findSeen(tx, scope, row)
  const [first, last] = [rows[0], rows.at(-1)]
  return {
    id: row.id,
    channel: row.channel,
    accountId: row.account_id,
    type: row.type,
    ...(row.title && { title: row.title }),
    groupIds: [...seen.groupIds],
    participants: [...seen.participants],
    firstAt: seen.firstAt.toISOString(),
    lastAt: seen.lastAt.toISOString(),
    ...(seen.isWhole &&
      row.closed_at &&
      row.closed_reason && { closed: { at: row.closed_at.toISOString(), reason: row.closed_reason } }),
    messageCount: seen.messageCount,
    messages: await toThread(tx, scope, rows, query.search ? parseQuery(query.search) : undefined),
    memberships: await findMemberships(tx, id, seen, {
      from: hasBefore ? first?.posted_at : undefined,
      to: hasAfter ? last?.posted_at : undefined,
    }),
    ...(hasBefore && first && { before: cursorOf(first) }),
    ...(hasAfter && last && { after: cursorOf(last) }),
  }
}

/** @throws Failure `conversation.not-found`, also where it exists but `scope` may see none of its messages. */
export async function requireVisible(
  tx: TenantTx,
  scope: AccessScope,
  id: ConversationId,
): Promise<Selectable<ConversationTable>> {
  const row = await tx
    .selectFrom('conversation')
    .selectAll()
    .where('id', '=', id)
    .where(sql<boolean>`exists (select from message where conversation_id = ${id} and ${visibleTo(scope)})`)
    .executeTakeFirst()
  if (!row) throw new Failure('conversation.not-found', { id })
  return row
}

interface ThreadPage {
  /** Oldest first. */
  readonly rows: readonly WholeRow[]
  readonly hasBefore: boolean
  readonly hasAfter: boolean
}

type Place = { readonly posted_at: Date; readonly id: string }

async function readPage(tx: TenantTx, thread: RawBuilder<boolean>, query: Asked): Promise<ThreadPage> {
  const { before, after, around, limit } = query
  if (around) return readAround(tx, thread, around, limit)
  if (after) {
    const rows = await readAfter(tx, thread, placeOf(after), limit + 1)
    return { rows: rows.slice(0, limit), hasBefore: true, hasAfter: rows.length > limit }
  }
  const rows = await readBefore(tx, thread, before ? placeOf(before) : undefined, limit + 1)
  return { rows: rows.slice(-limit), hasBefore: rows.length > limit, hasAfter: before !== undefined }
}

async function readAround(
  tx: TenantTx,
  thread: RawBuilder<boolean>,
  id: MessageId,
  limit: number,
): Promise<ThreadPage> {
  const { rows: found } = await sql<WholeRow>`
    select ${wholeColumns} from message where id = ${id} and ${thread}`.execute(tx)
  const [itself] = found
  if (!itself) throw new Failure('message.not-found', { id })
  const half = Math.floor(limit / 2)
  const rest = limit - half - 1
  const earlier = await readBefore(tx, thread, itself, half + 1)
  const later = await readAfter(tx, thread, itself, rest + 1)
  return {
    rows: [...earlier.slice(Math.max(0, earlier.length - half)), itself, ...later.slice(0, rest)],
    hasBefore: earlier.length > half,
    hasAfter: later.length > rest,
  }
}

/** The newest messages before a place, oldest first. */
async function readBefore(
  tx: TenantTx,
  thread: RawBuilder<boolean>,
  place: Place | undefined,
  count: number,
): Promise<WholeRow[]> {
  const earlier = place
    ? sql`(posted_at, id) < (${place.posted_at}::timestamptz, ${place.id}::uuid)`
    : sql`true`
  const { rows } = await sql<WholeRow>`select ${wholeColumns} from message where ${thread} and ${earlier}
    order by posted_at desc, id desc limit ${count}`.execute(tx)
  return rows.toReversed()
}

/** The oldest messages after a place. */
async function readAfter(
  tx: TenantTx,
  thread: RawBuilder<boolean>,
  place: Place,
  count: number,
): Promise<WholeRow[]> {
  const { rows } = await sql<WholeRow>`select ${wholeColumns} from message
    where ${thread} and (posted_at, id) > (${place.posted_at}::timestamptz, ${place.id}::uuid)
    order by posted_at, id limit ${count}`.execute(tx)
  return rows
}

const cursorOf = ({ posted_at, id }: Place) => `${posted_at.getTime()}.${id}`

function placeOf(cursor: string): Place {
  const [time = '', id = ''] = cursor.split('.')
  return { posted_at: new Date(Number(time)), id }
}
