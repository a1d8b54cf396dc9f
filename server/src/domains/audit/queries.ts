import { auditTypes } from '@verbatim/contract/audit-types.ts'
import {
  type AuditEvent,
  type AuditQuery,
  auditList,
  type listAuditActors,
} from '@verbatim/contract/audit.ts'
import type { InputOf } from '@verbatim/contract/endpoint.ts'
import { noId } from '@verbatim/contract/list-filter.ts'
import type { Page } from '@verbatim/contract/list.ts'
import type { UserId } from '@verbatim/contract/ids.ts'
import { type Selectable, sql } from 'kysely'
import { withinScopeOrUnbound } from '#access/scope-sql.ts'
import type { AccessScope } from '#kernel/actor.ts'
import type { TenantTx } from '#platform/db.ts'
import { totalOf } from '#platform/list/page.ts'
import { lowerWordsSql } from '#platform/list/sql.ts'
import { plainConditions, type PlainCondition } from '#platform/list/plain-conditions.ts'
import { onlyRow } from '#platform/rows.ts'
import { type AskedScope, askedScope } from '#access/scope-functions.ts'
import type { AuditEventTable } from '#schema/audit.ts'

type AuditRow = Selectable<AuditEventTable>
type Asked = Pick<AuditQuery, 'filter' | 'sort' | 'search'> & Partial<Pick<AuditQuery, 'limit' | 'skip'>>

/** The arguments of the functions of `schema/functions/audit-events.sql`. */
interface AuditQuestion extends Partial<Pick<AuditQuery, 'limit' | 'skip'>> {
  readonly scope: AskedScope
  readonly filter: readonly PlainCondition[]
  readonly sort: AuditQuery['sort']
  /** A tsquery. */
  readonly words?: string
  /** The types whose names match the words; the index of types counts them, not the word index. */
  readonly types?: readonly string[]
}

/** The question of a reader's list; undefined if its search contains no word, so nothing can match. */
export function toAuditQuestion(scope: AccessScope, query: Asked, now: Date): AuditQuestion | undefined {
  const sought = query.search && wordsOf(query.search.text)
  if (sought?.length === 0) return undefined
  const { limit, skip, sort } = query
  return {
    scope: askedScope(scope),
    filter: plainConditions(auditList.fields, query.filter, now).map(orNoUser),
    sort,
    ...(limit !== undefined && { limit }),
    ...(skip !== undefined && { skip }),
    ...(sought && { words: toQuery(sought), types: typesNamed(sought) }),
  }
}

/** Entries of unknown people can be filtered, too. */
function orNoUser(condition: PlainCondition): PlainCondition {
  const { field, test, values } = condition
  if (field !== 'user' || values.length !== 1 || values[0] !== noId) return condition
  return { field, test: test === 'nin' ? 'nempty' : 'empty', values: [] }
}

/** Punctuation separates words, as it does in the index. */
const wordsOf = (text: string): string[] =>
  (text.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? []).slice(0, mostWords)

/** Every word as a prefix. */
const toQuery = (words: readonly string[]) => words.map((word) => `'${word}':*`).join(' & ')

const typesNamed = (words: readonly string[]) =>
  Object.keys(auditTypes).filter((type) =>
    words.every((word) => type.split('_').some((part) => part.startsWith(word))),
  )

const mostWords = 20

/** One page of the trail within `scope`, newest first by default. */
export async function findAuditEvents(
  tx: TenantTx,
  scope: AccessScope,
  query: AuditQuery,
  now: Date,
): Promise<Page<AuditEvent>> {
  const question = toAuditQuestion(scope, query, now)
  if (!question) return { items: [], total: 0 }
  const asked = JSON.stringify(question)
  const { rows } = await sql<AuditRow>`
    select audit_event.*
    from find_audit_events(${asked}::jsonb) with ordinality as found (id, position)
    join audit_event on audit_event.id = found.id
    order by found.position`.execute(tx)
  const total = await totalOf(query, rows.length, (most) => countAuditEvents(tx, question, most))
  return { items: rows.map(toAuditEvent), ...total }
}

/** The number of answers to a question; at most `most`, if given. */
export async function countAuditEvents(
  tx: TenantTx,
  question: AuditQuestion,
  most?: number,
): Promise<number> {
  const asked = JSON.stringify(question)
  const counted =
    most === undefined
      ? sql`count_audit_events(${asked}::jsonb)`
      : sql`count_audit_events_to(${asked}::jsonb, ${most}::bigint)`
  const found = await sql<{ n: string }>`select ${counted} as n`.execute(tx)
  return Number(onlyRow(found).n)
}

const batchSize = 500

/** All events that match a question, in its order, from a cursor of `tx`, which must be a snapshot. */
export async function* eachAuditBatch(tx: TenantTx, question: AuditQuestion): AsyncGenerator<AuditEvent[]> {
  await sql`select open_audit_events(${JSON.stringify(question)}::jsonb)`.execute(tx)
  for (;;) {
    const { rows: found } = await sql<{ id: string }>`
      fetch forward ${sql.lit(batchSize)} from opened_audit_events`.execute(tx)
    if (found.length === 0) return
    const { rows } = await sql<AuditRow>`
      select audit_event.*
      from unnest(${found.map(({ id }) => id)}::uuid[]) with ordinality as found (id, position)
      join audit_event on audit_event.id = found.id
      order by found.position`.execute(tx)
    yield rows.map(toAuditEvent)
  }
}

/** How many are offered at once; users find the others by typing. */
const mostActors = 50

/**
 * The people with events that `scope` reaches, by their latest name. This steps through people by an index and does not
 * read every event.
 */
export async function findAuditActors(
  tx: TenantTx,
  scope: AccessScope,
  { search = '', id }: InputOf<typeof listAuditActors>['query'] = {},
): Promise<{ id: UserId; name: string }[]> {
  const named = id === undefined ? lowerWordsSql(sql`lower(last.actor_name)`, search) : sql`actor.id = ${id}`
  const { rows } = await sql<{ id: UserId; name: string }>`
    with recursive actor (id) as (
      (select actor_id from audit_event where actor_id is not null order by actor_id limit 1)
      union all
      select (select actor_id from audit_event where actor_id > actor.id order by actor_id limit 1)
      from actor where actor.id is not null
    )
    select actor.id, last.actor_name as name
    from actor cross join lateral (
      select actor_name from audit_event where actor_id = actor.id and ${withinScopeOrUnbound(scope, 'audit_event')}
      order by at desc, id desc limit 1
    ) last
    where actor.id is not null and ${named} order by lower(last.actor_name), actor.id limit ${mostActors}`.execute(
    tx,
  )
  return rows
}

function toAuditEvent(row: AuditRow): AuditEvent {
  return {
    id: row.id,
    at: row.at.toISOString(),
    type: row.type,
    actor: { ...(row.actor_id && { id: row.actor_id }), name: row.actor_name },
    ...(row.target_kind && {
      target: {
        kind: row.target_kind,
        id: row.target_id ?? '',
        ...(row.target_name !== null && { name: row.target_name }),
      },
    }),
    changes: row.changes,
    counts: row.counts,
    ...(row.request_id !== null && { requestId: row.request_id }),
    ...(row.address !== null && { address: row.address }),
    ...(row.agent !== null && { agent: row.agent }),
  }
}
