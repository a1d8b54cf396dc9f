import type { Channel } from '@verbatim/contract/channels.ts'
import type { Conversation, getConversation } from '@verbatim/contract/conversations.ts'
import type { InputOf } from '@verbatim/contract/endpoint.ts'
import type { ConversationId, MessageId } from '@verbatim/contract/ids.ts'
import { type RawBuilder, type Selectable, sql } from 'kysely'
import { withinScope } from '#access/scope-sql.ts'
import type { AccessScope } from '#kernel/actor.ts'
import { Failure } from '#kernel/failure.ts'
import { parseQuery } from '#kernel/search/query.ts'
import type { TenantTx } from '#platform/db.ts'
import { onlyRow } from '#platform/rows.ts'
import type { ConversationTable } from '#schema/messages.ts'
import { isFirst } from '#schema/said.ts'
import { findMemberships } from './membership-queries.ts'
import { findSeen } from './participant-queries.ts'
import { shownTitle } from '#access/shown-title.ts'
import { standing } from './standing.ts'
import { wholeColumns, type WholeRow } from './rows.ts'
import { toThread } from './thread.ts'

type Asked = InputOf<typeof getConversation>['query'] & {
  /** The channels on which a further reaction of a person replaces their earlier one. */
  readonly oneReaction: ReadonlySet<Channel>
}

/**
 * A conversation with one page of its thread: the requested number of messages before and after, by the index of the
 * conversation, so a page costs the same in a long and a short thread. A reader who sees only some messages
 * gets only what those messages show.
 * @throws Failure `conversation.not-found`, also if `scope` may see none of its messages; `message.not-found`
 */
export async function requireConversation(
  tx: TenantTx,
  scope: AccessScope,
  id: ConversationId,
  query: Asked,
): Promise<Conversation> {
  const row = await requireVisible(tx, scope, id)
  const thread = sql<boolean>`conversation_id = ${row.id} and ${withinScope(scope, 'message')}`
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
    messages: await toThread(tx, scope, rows, {
      sought: query.search ? parseQuery(query.search) : undefined,
      oneReaction: query.oneReaction,
    }),
    memberships: await findMemberships(tx, row.id, seen, {
      from: hasBefore ? first?.posted_at : undefined,
      to: hasAfter ? last?.posted_at : undefined,
    }),
    ...(hasBefore && first && { before: cursorOf(first) }),
    ...(hasAfter && last && { after: cursorOf(last) }),
  }
}

/**
 * A link to a merged conversation leads to the one that it turned out to be.
 * @throws Failure `conversation.not-found`, also if it exists but `scope` may see none of its messages.
 */
export async function requireVisible(
  tx: TenantTx,
  scope: AccessScope,
  id: ConversationId,
): Promise<Selectable<ConversationTable>> {
  const row = await tx
    .selectFrom('conversation')
    .selectAll()
    .select(shownTitle({ scope }).as('title')) // in place of its own
    .where('id', '=', standing(id))
    .where(
      sql<boolean>`exists (select from message where message.conversation_id = conversation.id
        and ${withinScope(scope, 'message')})`,
    )
    .executeTakeFirstOrThrow(() => new Failure('conversation.not-found', { id }))
  return row
}

interface ThreadPage {
  /** Oldest first. */
  readonly rows: readonly WholeRow[]
  readonly hasBefore: boolean
  readonly hasAfter: boolean
}

type Place = { readonly posted_at: Date; readonly id: string }

async function readPage(tx: TenantTx, all: RawBuilder<boolean>, query: Asked): Promise<ThreadPage> {
  const { before, after, around, limit } = query
  if (around) return readAround(tx, all, around, limit)
  const thread = onlyFirst(all)
  if (after) {
    const { rows, hasMore } = await readAfter(tx, thread, placeOf(after), limit)
    return { rows, hasBefore: true, hasAfter: hasMore }
  }
  const { rows, hasMore } = await readBefore(tx, thread, before ? placeOf(before) : undefined, limit)
  return { rows, hasBefore: hasMore, hasAfter: before !== undefined }
}

/** A thread has each message once, though several accounts captured it. @param itself The copy that is shown in place of the first one. */
const onlyFirst = (all: RawBuilder<boolean>, itself?: Pick<WholeRow, 'mirror_of'>) =>
  itself?.mirror_of
    ? sql<boolean>`${all} and ${isFirst('message')} and id <> ${itself.mirror_of}`
    : sql<boolean>`${all} and ${isFirst('message')}`

async function readAround(
  tx: TenantTx,
  all: RawBuilder<boolean>,
  id: MessageId,
  limit: number,
): Promise<ThreadPage> {
  const { rows: found } = await sql<WholeRow>`
    select ${wholeColumns} from message where id = ${id} and ${all}`.execute(tx)
  const [itself] = found
  if (!itself) throw new Failure('message.not-found', { id })
  const thread = onlyFirst(all, itself)
  const half = Math.floor(limit / 2)
  const earlier = await readBefore(tx, thread, itself, half)
  const later = await readAfter(tx, thread, itself, limit - half - 1)
  return {
    rows: [...earlier.rows, itself, ...later.rows],
    hasBefore: earlier.hasMore,
    hasAfter: later.hasMore,
  }
}

interface Stretch {
  /** Oldest first. */
  readonly rows: readonly WholeRow[]
  /** There are more messages beyond. */
  readonly hasMore: boolean
}

/** The newest messages before a place. */
async function readBefore(
  tx: TenantTx,
  thread: RawBuilder<boolean>,
  place: Place | undefined,
  limit: number,
): Promise<Stretch> {
  const earlier = place
    ? sql`(posted_at, id) < (${place.posted_at}::timestamptz, ${place.id}::uuid)`
    : sql`true`
  const { rows, hasMore } = await readStretch(tx, sql`${thread} and ${earlier}`, sql`desc`, limit)
  return { rows: rows.toReversed(), hasMore }
}

/** The oldest messages after a place. */
function readAfter(tx: TenantTx, thread: RawBuilder<boolean>, place: Place, limit: number): Promise<Stretch> {
  const later = sql`(posted_at, id) > (${place.posted_at}::timestamptz, ${place.id}::uuid)`
  return readStretch(tx, sql`${thread} and ${later}`, sql`asc`, limit)
}

/** A page ends early when its texts reach this length, because a hundred mails of several megabytes would fill the server. */
const pageBytes = 2_000_000

/** Messages in an order: the requested number, or fewer if the texts are long, but at least one. */
async function readStretch(
  tx: TenantTx,
  condition: RawBuilder<unknown>,
  direction: RawBuilder<unknown>,
  limit: number,
): Promise<Stretch> {
  const { rows } = await sql<WholeRow & { readonly near: number }>`
    with near as (
      select id, posted_at, octet_length(coalesce(body, '')) + coalesce(pg_column_size(others), 0) as bytes
      from message where ${condition} order by posted_at ${direction}, id ${direction} limit ${limit + 1}
    ), reached as (
      select id, count(*) over () as near, row_number() over nearest as place, sum(bytes) over nearest - bytes as before
      from near window nearest as (order by posted_at ${direction}, id ${direction})
    )
    select ${wholeColumns}, reached.near::int
    from reached join message on message.id = reached.id
    where reached.place <= ${limit} and (reached.place = 1 or reached.before < ${pageBytes})
    order by reached.place`.execute(tx)
  return { rows, hasMore: limit === 0 ? await hasAny(tx, condition) : (rows[0]?.near ?? 0) > rows.length }
}

async function hasAny(tx: TenantTx, condition: RawBuilder<unknown>): Promise<boolean> {
  const found = await sql<{ is_there: boolean }>`
    select exists (select from message where ${condition}) as is_there`.execute(tx)
  return onlyRow(found).is_there
}

const cursorOf = ({ posted_at, id }: Place) => `${posted_at.getTime()}.${id}`

function placeOf(cursor: string): Place {
  const [time = '', id = ''] = cursor.split('.')
  return { posted_at: new Date(Number(time)), id }
}
