import { newId } from '#kernel/uuid.ts'
import { TenantId, UserId } from '@verbatim/contract/ids.ts'
import { listSpec, parseListQuery } from '@verbatim/contract/list.ts'
import { DummyDriver, Kysely, PostgresAdapter, PostgresQueryCompiler, sql } from 'kysely'
import { expect, test } from 'vitest'
import type { TestDatabase } from '#testing/database.ts'
import { inTenant } from '#platform/db.ts'
import { useTestDatabase } from '#testing/test-world.ts'
import { findPage, totalOf } from './page.ts'
import { plainConditions } from './plain-conditions.ts'
import { allOf, column, filterSql, orderSql, wordsSql } from './sql.ts'

const spec = listSpec({
  fields: {
    createdDate: { type: 'date', sort: true },
    role: { type: 'enum', values: ['none', 'manager', 'super_admin'], ordered: true, sort: true },
    id: { type: 'uuid' },
    lastName: { type: 'text', sort: true },
    phoneNumber: { type: 'text' },
  },
  defaultSort: 'lastName',
  search: ['displayName'],
  period: 'createdDate',
})
const columns = {
  createdDate: column('created_at', 'timestamptz'),
  role: column('role'),
  id: column('id', 'uuid'),
  lastName: column('last_name'),
  phoneNumber: column('phone_number'),
}
const now = new Date('2026-01-31T15:00:00Z')
const asked = (raw: Record<string, string>) => parseListQuery(spec, raw)

const compiler = new Kysely<object>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createQueryCompiler: () => new PostgresQueryCompiler(),
    createIntrospector: () => {
      throw new Error('Not asked')
    },
  },
})

test('a filter becomes bounds, sets and patterns, its values parameters', () => {
  const query = asked({
    filter: `role[gte]:manager,lastName[contains]:50%_\\\\,phoneNumber[empty],id[neq]:${newId(now)}`,
    period: '30',
    sort: '-role,lastName',
  })
  const compiled =
    sql`select ${filterSql(spec.fields, columns, query.filter, now)} order by ${orderSql(spec.fields, columns, query.sort, sql`id`)}`.compile(
      compiler,
    )
  expect(compiled.sql).toMatchInlineSnapshot(
    `"select ("role" = any($1::text[])) and ("last_name" ilike $2) and (coalesce("phone_number"::text, '') = '') and (("id" is null or "id" <> all($3::uuid[]))) and ("created_at" >= $4::timestamptz) and ("created_at" < $5::timestamptz) order by array_position($6::text[], "role") desc, "last_name" asc, id"`,
  )
  expect(compiled.parameters[0]).toEqual(['manager', 'super_admin'])
  expect(compiled.parameters[1]).toBe('%50\\%\\_\\\\%')
})

test.each([
  ['createdDate[eq]:2026-01-31', ['gte 2026-01-31T00:00:00.000Z', 'lt 2026-02-01T00:00:00.000Z']],
  ['createdDate[gt]:2026-01-31', ['gte 2026-02-01T00:00:00.000Z']],
  ['createdDate[lte]:2026-01-31', ['lt 2026-02-01T00:00:00.000Z']],
  ['createdDate[lte]:9999-12-31', ['lt 9999-12-31T23:59:59.999Z']],
  ['createdDate[lt]:2026-01-31', ['lt 2026-01-31T00:00:00.000Z']],
  ['createdDate[neq]:2026-01-31', ['outside 2026-01-31T00:00:00.000Z 2026-02-01T00:00:00.000Z']],
  ['createdDate[between]:1', ['gte 2026-01-31T00:00:00.000Z', 'lt 2026-02-01T00:00:00.000Z']],
  [
    'createdDate[between]:2026-01-01|2026-01-02',
    ['gte 2026-01-01T00:00:00.000Z', 'lt 2026-01-03T00:00:00.000Z'],
  ],
  ['createdDate[empty]', ['empty']],
  ['role[lt]:none', ['in']],
  ['role[between]:none|manager', ['in none manager']],
])('%s means %o', (filter, expected) => {
  const plain = plainConditions(spec.fields, asked({ filter }).filter, now)
  expect(plain.map(({ test: name, values }) => [name, ...values].join(' '))).toEqual(expected)
})

test('a total is counted only if the page does not show it, and is exact up to a hundred thousand', async () => {
  const never = () => Promise.reject(new Error('counted'))
  expect(await totalOf({ limit: 50, skip: 100 }, 7, never)).toEqual({ total: 107 })
  expect(await totalOf({ limit: 50, skip: 0 }, 0, never)).toEqual({ total: 0 })
  expect(await totalOf({ limit: 50, skip: 100 }, 0, async () => 30)).toEqual({ total: 30 })
  expect(await totalOf({ limit: 50, skip: 0 }, 50, async () => 100_000)).toEqual({ total: 100_000 })
  expect(await totalOf({ limit: 50, skip: 0 }, 50, async (most) => most)).toEqual({
    total: 100_000,
    atLeast: true,
  })
  const soon = { limit: 50, skip: 0, exactTo: 1_000 }
  expect(await totalOf(soon, 50, async (most) => most)).toEqual({ total: 1_000, atLeast: true })
  expect(await totalOf({ ...soon, skip: 4_000 }, 50, async (most) => most)).toEqual({
    total: 4_050,
    atLeast: true,
  })
})

let database: TestDatabase
const tenantId = TenantId.parse(newId(now))
useTestDatabase(async (opened) => {
  database = opened
  await inTenant(database.db, tenantId, async (tx) => {
    const people = ['Ann Ash', 'Bob Berg', 'Cid 50%', 'Dee d_e'].entries()
    for (const [i, name] of people) {
      const [first_name = '', last_name = ''] = name.split(' ')
      await tx
        .insertInto('tenant_user')
        .values({
          id: UserId.parse(newId(now)),
          email: `${i}@x.example`,
          email_key: `${i}@x.example`,
          first_name,
          last_name,
          role: (['none', 'manager', 'super_admin', 'manager'] as const)[i]!,
          phone_number: i === 1 ? '+15550001' : null,
          created_at: new Date(Date.UTC(2026, 0, 28 + i)),
        })
        .execute()
    }
  })
})

const find = (raw: Record<string, string>) =>
  inTenant(database.db, tenantId, async (tx) => {
    const query = asked(raw)
    const search = query.search
      ? wordsSql([sql.ref('first_name'), sql.ref('last_name')], query.search.text)
      : allOf([])
    const { items, ...total } = await findPage<{ first_name: string }>(
      tx,
      { spec, columns, select: sql`first_name`, from: sql`tenant_user`, where: search, tie: sql`id` },
      query,
      now,
    )
    return [...items.map(({ first_name }) => first_name), total]
  })

test.each([
  [{}, ['Cid', 'Ann', 'Bob', 'Dee', { total: 4 }]],
  [{ sort: '-role,-createdDate' }, ['Cid', 'Dee', 'Bob', 'Ann', { total: 4 }]],
  [{ limit: '1', skip: '1' }, ['Ann', { total: 4 }]],
  [{ filter: 'role[gte]:manager,role[neq]:super_admin' }, ['Bob', 'Dee', { total: 2 }]],
  [{ filter: 'lastName[ends]:0%' }, ['Cid', { total: 1 }]],
  [{ filter: 'lastName[contains]:_' }, ['Dee', { total: 1 }]],
  [{ filter: 'lastName[starts]:B' }, ['Bob', { total: 1 }]],
  [{ filter: 'lastName[in]:Ash|Berg' }, ['Ann', 'Bob', { total: 2 }]],
  [{ filter: 'phoneNumber[nempty]' }, ['Bob', { total: 1 }]],
  [{ filter: 'phoneNumber[neq]:+15550001', sort: 'createdDate' }, ['Ann', 'Cid', 'Dee', { total: 3 }]],
  [{ filter: 'createdDate[neq]:2026-01-28', sort: 'createdDate' }, ['Bob', 'Cid', 'Dee', { total: 3 }]],
  [{ period: '3', sort: 'createdDate' }, ['Bob', 'Cid', 'Dee', { total: 3 }]],
  [{ search: 'displayName:ASH ann' }, ['Ann', { total: 1 }]],
  [{ search: 'displayName:%' }, ['Cid', { total: 1 }]],
])('%o finds %o', async (raw, expected) => {
  expect(await find(raw as Record<string, string>)).toEqual(expected)
})
