import type { TenantId } from '@verbatim/contract/ids.ts'
import type { Field } from '@verbatim/contract/list-filter.ts'
import { messageList } from '@verbatim/contract/messages.ts'
import { roundsOf } from '@verbatim/reference/share.ts'
import fc from 'fast-check'
import { type RawBuilder, sql } from 'kysely'
import { expect, test } from 'vitest'
import { type AccessScope, everything } from '#kernel/actor.ts'
import { parseQuery, toTsquery } from '#kernel/search/query.ts'
import { inTenant } from '#platform/db.ts'
import { type PlainCondition, plainConditions } from '#platform/list/plain-conditions.ts'
import { allOf, type Column, type Columns, filterSql, orderSql } from '#platform/list/sql.ts'
import { sqlTypes } from '#platform/list/named.ts'
import type { TestDatabase } from '#testing/database.ts'
import { foundPromises } from '#testing/remarks.ts'
import { fillSearched, now, tenants } from '#testing/searched-messages.ts'
import { useTestDatabase } from '#testing/test-world.ts'
import { anyQuestion, anyScope, type MessageQuestion } from '#testing/message-questions.ts'
import { findMessages } from './queries.ts'
import { type MessageField, toQuestion } from './search-question.ts'

const [ours] = tenants

let database: TestDatabase
useTestDatabase(async (opened) => {
  database = opened
  await fillSearched(database.db)
})

/** The columns of the fields, written again for the oracle, a slow scan under row-level security; others are columns of the same name. */
const found = (scope: AccessScope): Readonly<Partial<Record<MessageField, RawBuilder<unknown>>>> => ({
  postedDate: sql.ref('posted_at'),
  capturedDate: sql.ref('captured_at'),
  'persons.displayName': sql`coalesce(author_name, author_address)`,
  channelType: sql.ref('channel'),
  categoryId: sql.ref('category'),
  groupId: sql.ref('group_ids'),
  ownerId: sql`array_remove(array[author_user_id, (select owner_id from channel_account a where a.id = account_id)], null)`,
  authorId: sql`coalesce(author_user_id, author_contact_id)`,
  recipientId: sql`array(select unnest(array_remove(array[user_id, contact_id], null)) from participant person
    where person.conversation_id = message.conversation_id and case when jsonb_typeof(recipients) = 'array'
      then address in (select one #>> '{identity,value}' from jsonb_array_elements(recipients) one where one ? 'addressing')
      else address is distinct from author_address
        and tstzrange(first_at - interval '1 day', last_at + interval '1 day', '[]') @> posted_at end)`,
  messageBody: sql.ref('body'),
  sourceType: sql.ref('content_type'),
  hasFiles: sql`(attachment_count > 0)::text`,
  readingState: sql`array(select reading from attachment a where a.message_id = message.id and a.state = 'stored')`,
  permissionProfileId: sql`array(select id from permission_profile profile where channel = any(profile.channels)
    and (profile.all_groups or exists (select from unnest(group_ids) one
      join permission_profile_group given on given.group_id = one and given.profile_id = profile.id)))`,
  themeId: sql`(select theme_id from message_theme placed where placed.message_id = message.id)`,
  subthemeId: sql`(select subtheme_id from message_theme placed where placed.message_id = message.id)`,
  // Unqualified columns are those of the nearest table.
  ...foundPromises(isAllowed(scope)),
  offChannel: sql`(select way from off_channel_mention where message_id = message.id)`,
  consent: sql`coalesce(case structured ->> 'consent' when 'granted' then 'granted' when 'refused' then 'refused' end,
    case structured ->> 'optOut' when 'STOP' then 'stopped' when 'START' then 'resumed' end)`,
  isEdited: sql`(edited_at is not null)::text`,
  isDeleted: sql`(deleted_at is not null)::text`,
  isMirror: sql`(mirror_of is not null)::text`,
  isAutomatic: sql`(content_type in ('missing', 'system') or 'autoReply' = any(flags))::text`,
  isLate: sql`('late' = any(flags))::text`,
  isUncovered: sql`(is_covered is not distinct from false)::text`,
})
const findField = (name: MessageField, scope: AccessScope) =>
  found(scope)[name] ?? sql.ref(name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`))

/** Fields of which a message has any number. */
const many: readonly MessageField[] = [
  'groupId',
  'ownerId',
  'recipientId',
  'readingState',
  'permissionProfileId',
]

/** A message's values of a field, as an array of texts: empty if it has none. */
function valuesOf(name: MessageField, scope: AccessScope): RawBuilder<unknown> {
  const field = findField(name, scope)
  return many.includes(name) ? sql`${field}::text[]` : sql`array_remove(array[(${field})::text], null)`
}

function holds(
  { field, test: name, values }: PlainCondition<MessageField>,
  scope: AccessScope,
): RawBuilder<boolean> {
  const [first = '', second = ''] = values
  const given = findField(field, scope)
  const isDate = (messageList.fields[field] as Field).type === 'date'
  const bound = (text: string) => (isDate ? sql`${text}::timestamptz` : sql`${text}::numeric`)
  const folded = sql`lower(${given})`
  const sought = sql`lower(${first}::text)`
  const isAnyOf =
    (messageList.fields[field] as Field).type === 'number'
      ? sql<boolean>`exists (select from unnest(${values}::numeric[]) one where one = ${given})`
      : sql<boolean>`${valuesOf(field, scope)} && ${values}::text[]`
  const answers: Record<PlainCondition['test'], RawBuilder<boolean>> = {
    in: isAnyOf,
    nin: sql`not (${isAnyOf})`,
    lt: sql`not (${given} >= ${bound(first)})`,
    lte: sql`not (${given} > ${bound(first)})`,
    gt: sql`not (${given} <= ${bound(first)})`,
    gte: sql`not (${given} < ${bound(first)})`,
    // What has no value is outside of every range.
    outside: sql`coalesce(${given} < ${bound(first)} or ${given} >= ${bound(second)}, true)`,
    contains: sql`position(${sought} in ${folded}) > 0`,
    starts: sql`starts_with(${folded}, ${sought})`,
    ends: sql`right(${folded}, length(${sought})) = ${sought}`,
    empty: sql`array_to_string(${valuesOf(field, scope)}, '') = ''`,
    nempty: sql`array_to_string(${valuesOf(field, scope)}, '') <> ''`,
  }
  return answers[name]
}

function isAllowed(scope: AccessScope): RawBuilder<boolean> {
  const grants = scope.map(({ channels: granted, groupIds }) => {
    const grouped =
      groupIds === 'all'
        ? sql`true`
        : sql`cardinality(array(
      select unnest(group_ids) intersect select unnest(${groupIds}::uuid[]))) > 0`
    return sql`or (array[channel] <@ ${granted}::text[] and ${grouped})`
  })
  return sql`(false ${sql.join(grants, sql` `)})`
}

/** The last sort key. */
function tieOf(query: MessageQuestion): RawBuilder<unknown> {
  const timed = query.sort.some(({ field }) => field === 'postedDate')
  return timed ? sql`id ${sql.raw(query.sort.at(-1)!.direction)}` : sql`posted_at desc, id desc`
}

async function slowScan(tenantId: TenantId, scope: AccessScope, query: MessageQuestion): Promise<string[]> {
  const sought = query.search && parseQuery(query.search.text)
  if (query.search && !sought) return []
  return inTenant(database.db, tenantId, async (tx) => {
    const where = allOf([
      isAllowed(scope),
      ...plainConditions(messageList.fields, query.filter, now).map((one) => holds(one, scope)),
      ...(sought ? [sql<boolean>`search @@ ${toTsquery(sought)}::tsquery`] : []),
    ])
    const keys = query.sort.map(({ field, direction }) => {
      const { ordered, values = [] }: Field = messageList.fields[field]
      const ranks = values.map((value, rank) => sql`when ${value} then ${rank}::int`)
      const key = ordered
        ? sql`case ${findField(field, scope)} ${sql.join(ranks, sql` `)} end`
        : findField(field, scope)
      return sql`${key} ${sql.raw(direction)}`
    })
    const order = sql.join([...keys, tieOf(query)])
    const { rows } = await sql<{
      id: string
    }>`select id from message where ${where} order by ${order}`.execute(tx)
    return rows.map(({ id }) => id)
  })
}

/** Found by other cases than those of each run: most messages promise nothing, and so nothing by that day. */
const notDue: MessageQuestion = {
  limit: 50,
  skip: 0,
  sort: [{ field: 'postedDate', direction: 'asc' }],
  filter: [{ field: 'promiseDue', operator: 'neq', values: ['2025-12-31'] }],
}

const find = (tenantId: TenantId, scope: AccessScope, query: MessageQuestion) =>
  inTenant(database.db, tenantId, (tx) => findMessages(tx, scope, query, { now, withAttachments: true }))

test('a search finds exactly what a slow scan under row-level security finds, for any tenant, scope and question', async () => {
  let answered = 0
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...tenants), anyScope, anyQuestion, async (tenantId, allowed, query) => {
      const expected = await slowScan(tenantId, allowed, query)
      const { items, total } = await find(tenantId, allowed, query)
      expect(total).toBe(expected.length)
      expect(items.map(({ id }) => id)).toEqual(expected.slice(query.skip, query.skip + query.limit))
      if (total > 0) answered++
    }),
    { numRuns: roundsOf(400, 25), examples: [[ours, everything, notDue]] },
  )
  expect(answered).toBeGreaterThan(roundsOf(100, 25))
})

function typeOf(name: MessageField): Column['type'] {
  const type = sqlTypes[(messageList.fields[name] as Field).type]
  if (!many.includes(name)) return type
  return type === 'uuid' ? 'uuid[]' : 'text[]'
}

test('the common list dialect gives the same rows in the same order', async () => {
  const names = Object.keys(messageList.fields) as MessageField[]
  const columns = Object.fromEntries(
    names.map((name): [string, Column] => [
      name,
      { expression: findField(name, everything), type: typeOf(name) },
    ]),
  ) as Columns<MessageField>
  await fc.assert(
    fc.asyncProperty(anyQuestion, async ({ search: _words, ...query }) => {
      const where = filterSql(messageList.fields, columns, query.filter, now)
      const order = orderSql(messageList.fields, columns, query.sort, tieOf(query))
      const rows = await inTenant(database.db, ours, async (tx) => {
        const answer = await sql<{
          id: string
        }>`select id from message where ${where} order by ${order}`.execute(tx)
        return answer.rows.map(({ id }) => id)
      })
      expect(rows).toEqual(await slowScan(ours, everything, query))
    }),
    { numRuns: roundsOf(200), examples: [[notDue]] },
  )
})

test('gathering all matches and reading in order give the same page', { tags: ['whole'] }, async () => {
  const pageOf = async (query: MessageQuestion, allowed: AccessScope, gather: boolean) => {
    const question = JSON.stringify({
      ...toQuestion(allowed, query, now),
      limit: query.limit,
      skip: query.skip,
      gather,
    })
    return inTenant(database.db, ours, async (tx) => {
      const { rows } = await sql<{ id: string }>`select find_messages(${question}::jsonb) as id`.execute(tx)
      return rows.map(({ id }) => id)
    })
  }
  let full = 0
  await fc.assert(
    fc.asyncProperty(anyScope, anyQuestion, async (allowed, query) => {
      fc.pre(toQuestion(allowed, query, now) !== undefined)
      const gathered = await pageOf(query, allowed, true)
      expect(await pageOf(query, allowed, false)).toEqual(gathered)
      if (gathered.length === query.limit) full++
    }),
    { numRuns: roundsOf(400) },
  )
  expect(full).toBeGreaterThan(roundsOf(100))
})
