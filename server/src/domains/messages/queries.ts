import type { Channel } from '@verbatim/contract/channels.ts'
import type { MessageId } from '@verbatim/contract/ids.ts'
import { exactTotal, type ListQuery, type Page } from '@verbatim/contract/list.ts'
import type { Message, ThreadMessage } from '@verbatim/contract/messages.ts'
import { sql } from 'kysely'
import { withinScope } from '#access/scope-sql.ts'
import type { AccessScope } from '#kernel/actor.ts'
import { Failure } from '#kernel/failure.ts'
import { parseQuery } from '#kernel/search/query.ts'
import { makeByTurns } from '#platform/by-turns.ts'
import type { TenantTx } from '#platform/db.ts'
import { onlyRow } from '#platform/rows.ts'
import { type MessageField, type Question, type SearchReach, toQuestion } from './search-question.ts'
import { listColumns, type MessageRow, toMessage, wholeColumns, type WholeRow } from './rows.ts'
import { toThread } from './thread.ts'
import { findToLines, noToLine } from './to-lines.ts'

/** Fewer results than this are gathered and sorted; more are found quickly in the index of the order. */
const few = 2_000
/** With more results than this, the index of the order finds them quickly, wherever they are. */
const many = 10_000

/**
 * One page of the messages that `scope` may see, and their total: exact up to `exactTo`, or if it is known. A search
 * uses the word index, which row-level security would not allow; the rows it finds are still read under row-level security.
 */
export async function findMessages(
  tx: TenantTx,
  scope: AccessScope,
  query: ListQuery<MessageField, 'messageBody'>,
  { now, ...reach }: SearchReach & { readonly now: Date },
): Promise<Page<Message> & { partlySearchable?: number }> {
  const partly = query.search && {
    partlySearchable: await countPartlySearchable(tx, scope, query, { now, ...reach }),
  }
  const question = toQuestion(scope, query, now, reach)
  const exactTo = query.exactTo ?? exactTotal
  const counted = question ? await countMessages(tx, question, exactTo + 1) : 0
  // A stored count may be greater, and is exact.
  const isAtLeast = counted === exactTo + 1
  if (!question || (query.skip >= counted && !isAtLeast)) return { items: [], total: counted, ...partly }

  const page = {
    ...question,
    limit: query.limit,
    skip: query.skip,
    gather: counted <= few,
    inOrder: counted > many,
  }
  const { rows } = await sql<MessageRow>`
    select ${listColumns}
    from find_messages(${JSON.stringify(page)}::jsonb) with ordinality as found (id, position)
    join message on message.id = found.id and ${withinScope(scope, 'message')} -- the index knows sets of groups by a hash
    order by found.position`.execute(tx)
  const sought = query.search && parseQuery(query.search.text)
  const toLines = await findToLines(
    tx,
    scope,
    rows.map(({ id }) => id),
  )
  const items = await makeByTurns(
    rows,
    ({ body }) => body?.length ?? 0,
    (row) => toMessage(row, toLines.get(row.id) ?? noToLine, sought),
  )
  const total = isAtLeast
    ? { total: Math.max(exactTo, query.skip + items.length), atLeast: true as const }
    : { total: counted }
  return { items, ...total, ...partly }
}

/** How many messages match; if `most` is given, counting stops there. */
export async function countMessages(tx: TenantTx, question: Question, most?: number): Promise<number> {
  const counted = await sql<{ n: string }>`
    select count_messages(${JSON.stringify(question)}::jsonb, ${most ?? null}::bigint) as n`.execute(tx)
  return Number(onlyRow(counted).n)
}

/** How many of the messages a search looks through are too long to be found by every word of theirs. */
export async function countPartlySearchable(
  tx: TenantTx,
  scope: AccessScope,
  { filter, sort }: Pick<ListQuery<MessageField>, 'filter' | 'sort'>,
  { now, ...reach }: SearchReach & { readonly now: Date },
): Promise<number> {
  const found = await sql<{ any: boolean }>`
    select exists (select from message where search_partly) or exists (select from message where whole_partly) as any`.execute(
    tx,
  )
  if (!onlyRow(found).any) return 0
  const question = toQuestion(scope, { filter, sort }, now, reach)
  return question ? countMessages(tx, { ...question, onlyPartly: true }) : 0
}

/**
 * One message with its whole history.
 * @throws Failure `message.not-found`, also if it exists but `scope` may not see it.
 */
export async function requireMessage(
  tx: TenantTx,
  scope: AccessScope,
  id: MessageId,
  {
    search,
    oneReaction,
  }: { readonly search?: string | undefined; readonly oneReaction: ReadonlySet<Channel> },
): Promise<ThreadMessage> {
  const { rows } = await sql<WholeRow>`
    select ${wholeColumns} from message where id = ${id} and ${withinScope(scope, 'message')}`.execute(tx)
  const [message] = await toThread(tx, scope, rows, {
    sought: search ? parseQuery(search) : undefined,
    oneReaction,
  })
  if (!message) throw new Failure('message.not-found', { id })
  return message
}
