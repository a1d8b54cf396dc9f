/** Searches at their limits: what is refused, what is too large, and who sees nothing. */
import { GroupId, TenantId } from '@verbatim/contract/ids.ts'
import { parseListQuery } from '@verbatim/contract/list.ts'
import { messageList } from '@verbatim/contract/messages.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { type AccessScope, everything } from '#kernel/actor.ts'
import { newId } from '#kernel/uuid.ts'
import { inTenant } from '#platform/db.ts'
import type { TestDatabase } from '#testing/database.ts'
import { insertMessages } from '#testing/messages.ts'
import { fillSearched, groups, now, owners, tenants } from '#testing/searched-messages.ts'
import { useTestDatabase } from '#testing/test-world.ts'
import { findMessages, requireMessage } from './queries.ts'
import { toQuestion } from './search-question.ts'

const [ours, theirs] = tenants

let database: TestDatabase
useTestDatabase(async (opened) => {
  database = opened
  await fillSearched(database.db)
})

const ask = (raw: Record<string, string>) => parseListQuery(messageList, raw)
const find = (tenantId: TenantId, scope: AccessScope, query: ReturnType<typeof ask>) =>
  inTenant(database.db, tenantId, (tx) => findMessages(tx, scope, query, { now, withAttachments: true }))

test('a page after the last requested day is empty', async () => {
  const question = JSON.stringify({
    ...toQuestion(everything, ask({ filter: 'postedDate[lt]:2026-01-05' }), now),
    limit: 5,
    skip: 10_000,
  })
  const found = await inTenant(database.db, ours, (tx) =>
    sql`select find_messages(${question}::jsonb)`.execute(tx),
  )
  expect(found.rows).toEqual([])
})

test(
  'if there are too many sets of groups to step through, each message is checked',
  { tags: ['whole'] },
  async () => {
    const tenantId = TenantId.parse(newId(now))
    const [sought, other] = groups
    const sets = Array.from({ length: 2_100 }, (_, i) => [
      GroupId.parse(newId(now)),
      ...(i % 100 === 0 ? [sought!] : []),
      ...(i % 3 === 0 ? [other!] : []),
    ])
    await inTenant(database.db, tenantId, (tx) =>
      insertMessages(
        tx,
        sets.map((group_ids) => ({ group_ids })),
        now,
      ),
    )
    expect((await find(tenantId, everything, ask({ filter: `groupId[eq]:${sought}` }))).total).toBe(21)
    expect((await find(tenantId, everything, ask({ filter: `groupId[neq]:${sought}` }))).total).toBe(2_079)
    expect((await find(tenantId, [{ channels: ['sms'], groupIds: [other!] }], ask({}))).total).toBe(700)
  },
)

test('without a tenant a search fails, and finds nothing of another', async () => {
  const question = JSON.stringify({
    scope: [{ channels: null, groupIds: null }],
    filter: [],
    sort: [],
    limit: 5,
    skip: 0,
  })
  for (const call of [
    sql`find_messages(${question}::jsonb)`,
    sql`count_messages(${question}::jsonb, null)`,
    sql`open_messages(${question}::jsonb)`,
  ])
    await expect(sql`select ${call}`.execute(database.db)).rejects.toThrow('A search needs a tenant')
  const { items } = await find(theirs, everything, ask({ limit: '200' }))
  const [first] = items
  await expect(
    inTenant(database.db, ours, (tx) =>
      requireMessage(tx, everything, first!.id, { oneReaction: new Set() }),
    ),
  ).rejects.toMatchObject({
    code: 'message.not-found',
  })
})

test.each([
  ['an unknown field', { filter: [{ field: 'body); drop table message; --', test: 'in', values: ['x'] }] }],
  ['an unknown test', { filter: [{ field: 'subject', test: 'x', values: ['x'] }] }],
  ['a test that owners do not have', { filter: [{ field: 'ownerId', test: 'lt', values: [owners[0]] }] }],
  ['a test that groups do not have', { filter: [{ field: 'groupId', test: 'starts', values: [groups[0]] }] }],
  ['an unknown sort', { sort: [{ field: 'id; select 1', direction: 'asc' }] }],
])('the database itself refuses %s', async (_, part) => {
  const question = {
    scope: [{ channels: null, groupIds: null }],
    filter: [],
    sort: [],
    limit: 5,
    skip: 0,
    ...part,
  }
  await expect(
    inTenant(database.db, ours, (tx) =>
      sql`select find_messages(${JSON.stringify(question)}::jsonb)`.execute(tx),
    ),
  ).rejects.toThrow(/Messages (have no field|cannot be tested so)/)
})

test('the serving role cannot call the functions that build conditions', async () => {
  for (const call of ["searched_where(null, '{}')", 'accounts_of(null, null)', 'searched_tenant()'])
    await expect(sql`select ${sql.raw(call)}`.execute(database.db)).rejects.toThrow('permission denied')
})

test('a scope without a grant sees nothing, and a scope of one group sees only that group’s messages', async () => {
  expect(await find(ours, [], ask({}))).toEqual({ items: [], total: 0 })
  const { items } = await find(ours, [{ channels: ['sms'], groupIds: [groups[0]!] }], ask({ limit: '200' }))
  expect(items.length).toBeGreaterThan(5)
  for (const { channel, groupIds } of items) {
    expect(channel).toBe('sms')
    expect(groupIds).toContain(groups[0])
  }
})

test('long texts become excerpts around the first match, with marks at the right characters', async () => {
  const tenantId = TenantId.parse(newId(now))
  const long = `${'😀 before '.repeat(300)}needle ${'after '.repeat(300)}`
  const [id] = await inTenant(database.db, tenantId, (tx) => insertMessages(tx, [{ body: long }], now))
  const { items } = await find(tenantId, everything, ask({ search: 'needle' }))
  const [message] = items
  const [mark] = message!.highlights
  expect(message!.body!.slice(mark!.start, mark!.end)).toBe('needle')
  expect(message!.body!.isWellFormed()).toBe(true)
  expect(message!.body!.length).toBeLessThanOrEqual(1001)
  expect(long.slice(message!.bodyStart)).toMatch(new RegExp(`^${message!.body!.slice(0, 50)}`))
  const whole = await inTenant(database.db, tenantId, (tx) =>
    requireMessage(tx, everything, id!, { search: 'needle', oneReaction: new Set() }),
  )
  expect(whole.body).toBe(long)
  expect(whole.highlights).toHaveLength(1)
})

test('texts too large to be indexed completely are found by phrases and by words, and counted', async () => {
  const tenantId = TenantId.parse(newId(now))
  const huge = `${Array.from({ length: 17_000 }, (_, i) => `word${i}`).join(' ')} off the record`
  await inTenant(database.db, tenantId, (tx) =>
    insertMessages(tx, [{ body: huge }, { body: 'off the record' }], now),
  )
  expect(await find(tenantId, everything, ask({ search: '"off the record"' }))).toMatchObject({
    total: 2,
    partlySearchable: 1,
  })
  expect(await find(tenantId, everything, ask({ search: '"word1 word2" -record' }))).toMatchObject({
    total: 1,
  })
  expect(await find(tenantId, everything, ask({ search: 'nowhere' }))).toMatchObject({
    total: 0,
    partlySearchable: 1,
  })
  expect(await find(tenantId, everything, ask({}))).not.toHaveProperty('partlySearchable')
})
