/** Compares the results of lists by characters and by days with a scan of all rows. */
import { GroupId, type MessageId, TenantId } from '@verbatim/contract/ids.ts'
import type { Operator } from '@verbatim/contract/list-filter.ts'
import { roundsOf } from '@verbatim/reference/share.ts'
import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { type AccessScope, everything } from '#kernel/actor.ts'
import { newId } from '#kernel/uuid.ts'
import { inTenant } from '#platform/db.ts'
import type { TestDatabase } from '#testing/database.ts'
import { insertMessages } from '#testing/messages.ts'
import { useTestDatabase } from '#testing/test-world.ts'
import { findMessages } from './queries.ts'
import type { MessageField } from './search-question.ts'

const now = new Date('2026-03-01T12:00:00Z')
const [ours, theirs] = [TenantId.parse(newId(now)), TenantId.parse(newId(now))]
const group = GroupId.parse(newId(now))
const northern: AccessScope = [{ channels: ['sms'], groupIds: [group] }]

const piece = fc.oneof(
  fc.constantFrom(
    'portfolio',
    'Portfolios',
    'PORT',
    'folio',
    'off the record',
    'Straße',
    'STRASSE',
    '50%',
    'a_b',
  ),
  fc.constantFrom(
    '内幕消息',
    '内幕',
    '手机',
    'カラオケ',
    'か\u3099',
    'が',
    '안녕하세요',
    '안녀',
    '\u1112\u1161\u11ab',
  ),
  fc.constantFrom('Café', 'Cafe\u0301', 'İstanbul', 'раypal', 'оne', 'не', 'one', 'ΟΔΟΣ', 'ﬁne', '™', 'Ａ１'),
  fc.constantFrom('👍🏽', '👩‍👧', '🇫🇷', '1️⃣', 'x\u200dy', "don't", '\\', '"', 'z'.repeat(253), 'о'.repeat(300)),
  fc.string({ unit: 'binary', maxLength: 3 }).map((text) => text.replaceAll('\0', '')),
)
const text = fc
  .array(fc.tuple(piece, fc.constantFrom(' ', ' ', '', '\n', '—')), { minLength: 1, maxLength: 5 })
  .map((parts) =>
    parts
      .map((part) => part.join(''))
      .join('')
      .toWellFormed(),
  )

let database: TestDatabase
const texts = fc.sample(fc.record({ body: text, subject: fc.option(text) }), { numRuns: 500, seed: 5 })
useTestDatabase(async (opened) => {
  database = opened
  const rows = texts.map((said, i) => ({
    ...said,
    group_ids: i % 3 === 0 ? [group] : [],
    channel: i % 2 === 0 ? ('sms' as const) : ('wecom' as const),
    // Several messages a day, several at the same time, and days without messages.
    posted_at: new Date(Date.UTC(2026, 0, 1) + Math.floor(i / 4) ** 2 * 600_000),
    search_partly: i % 100 === 7,
  }))
  await inTenant(database.db, ours, (tx) => insertMessages(tx, rows.slice(0, 300), now))
  await inTenant(database.db, ours, (tx) => insertMessages(tx, rows.slice(300), now))
  await inTenant(database.db, theirs, (tx) => insertMessages(tx, rows, now))
})

const newest = [{ field: 'postedDate' as const, direction: 'desc' as const }]
const find = (
  filter: { field: MessageField; operator: Operator; values: string[] }[],
  {
    scope = everything,
    ...asked
  }: { scope?: AccessScope } & Partial<Parameters<typeof findMessages>[2]> = {},
) =>
  inTenant(database.db, ours, async (tx) => {
    const query = { limit: 200, skip: 0, sort: newest, filter, ...asked }
    const { items, ...total } = await findMessages(tx, scope, query, { now, withAttachments: true })
    return { ids: items.map(({ id }) => id), ...total }
  })

/** The rows that a scan of all rows finds. */
const looked = (field: MessageField, pattern: string, scope = everything) =>
  inTenant(database.db, ours, async (tx) => {
    const { rows } = await sql<{ id: MessageId }>`
      select id from message where ${sql.ref(field === 'subject' ? 'subject' : 'body')} ilike ${pattern}
      and ${scope === northern ? sql`channel = 'sms' and ${group} = any(group_ids)` : sql`true`}
      order by posted_at desc, id desc`.execute(tx)
    return rows.map(({ id }) => id)
  })

test('contains, begins with and ends with find the same as a scan of every text', async () => {
  const cases = fc.sample(
    fc.record({
      of: fc.nat({ max: texts.length - 1 }),
      field: fc.constantFrom<MessageField>('messageBody', 'messageBody', 'subject'),
      operator: fc.constantFrom<Operator>('contains', 'contains', 'contains', 'starts', 'ends'),
      from: fc.nat(),
      length: fc.integer({ min: 1, max: 9 }),
      isUpper: fc.boolean(),
      scope: fc.constantFrom(everything, everything, northern),
    }),
    { numRuns: roundsOf(200), seed: 6 },
  )
  let found = 0
  for (const { of, field, operator, from, length, isUpper, scope } of cases) {
    const whole = Array.from((field === 'subject' ? texts[of]?.subject : texts[of]?.body) ?? 'portfolio')
    const start =
      operator === 'starts'
        ? 0
        : operator === 'ends'
          ? Math.max(0, whole.length - length)
          : from % whole.length
    const part = whole.slice(start, start + length).join('')
    const value = isUpper ? part.toUpperCase() : part
    const literal = value.replace(/[\\%_]/g, '\\$&')
    const pattern = `${operator === 'starts' ? '' : '%'}${literal}${operator === 'ends' ? '' : '%'}`
    const expected = await looked(field, pattern, scope)
    const { ids, total } = await find([{ field, operator, values: [value] }], { scope })
    expect({ value, operator, total, ids }).toEqual({
      value,
      operator,
      total: expected.length,
      ids: expected.slice(0, 200),
    })
    found += expected.length
  }
  expect(found).toBeGreaterThan(200)
})

test('a word added by an edit is found by a part of it', async () => {
  const [id] = await looked('messageBody', '%portfolio%')
  await inTenant(database.db, ours, (tx) =>
    sql`update message set body = 'Quetzalcoatlus', search = '''quetzalcoatlus'':1' where id = ${id}`.execute(
      tx,
    ),
  )
  expect((await find([{ field: 'messageBody', operator: 'contains', values: ['ZALCOAT'] }])).ids).toEqual([
    id,
  ])
})

test.each(['asc', 'desc'] as const)(
  'the pages of a list in chronological order, %s, give each row once',
  async (direction) => {
    const sort = [{ field: 'postedDate' as const, direction }]
    const all = await inTenant(database.db, ours, async (tx) => {
      const { rows } = await sql<{ id: MessageId; at: Date }>`
      select id, posted_at as at from message order by posted_at ${sql.raw(direction)}, id ${sql.raw(direction)}`.execute(
        tx,
      )
      return rows
    })
    const ids = all.map(({ id }) => id)
    const given: MessageId[] = []
    for (let skip = 0; skip < ids.length; skip += 61)
      given.push(...(await find([], { sort, skip, limit: 61 })).ids)
    expect(given).toEqual(ids)
    expect(await find([], { sort, skip: ids.length - 1 })).toMatchObject({ total: 500, ids: ids.slice(-1) })
    expect(await find([], { sort, skip: ids.length })).toMatchObject({ total: 500, ids: [] })

    const days = ['2026-01-03', '2026-02-20']
    const within = all
      .filter(({ at }) => at >= new Date(days[0]!) && at < new Date('2026-02-21'))
      .map(({ id }) => id)
    const period = [{ field: 'postedDate' as const, operator: 'between' as const, values: days }]
    for (const skip of [0, 1, 37, within.length - 3])
      expect(await find(period, { sort, skip, limit: 20 })).toEqual({
        total: within.length,
        ids: within.slice(skip, skip + 20),
      })
  },
)

test('a total is as exact as requested, or better if it is known', async () => {
  const inbound = [{ field: 'direction' as const, operator: 'eq' as const, values: ['inbound'] }]
  expect(await find(inbound, { exactTo: 60, limit: 5 })).toMatchObject({ total: 60, atLeast: true })
  expect(await find(inbound, { exactTo: 60, limit: 5, skip: 200 })).toMatchObject({
    total: 205,
    atLeast: true,
  })
  expect(await find(inbound, { exactTo: 500, limit: 5 })).toMatchObject({ total: 500 })
  const known = await find([], { exactTo: 60, limit: 5 })
  expect(known).toMatchObject({ total: 500 })
  expect(known).not.toHaveProperty('atLeast')
})
