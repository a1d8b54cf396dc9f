import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestDatabase, openTestDatabase } from './database.ts'

let one: TestDatabase
let other: TestDatabase
beforeAll(async () => {
  one = await openTestDatabase()
  other = await openTestDatabase()
})
afterAll(async () => {
  await one?.close()
  await other?.close()
})

test('a test database is migrated, and its serving role owns nothing', async () => {
  const { rows } = await sql<{ me: string; owned: string; super: boolean; bypass: boolean; tables: string }>`
    select current_user as me, rolsuper as super, rolbypassrls as bypass,
           (select count(*) from pg_class where relowner = pg_roles.oid) as owned,
           (select count(*) from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace) as tables
    from pg_roles where rolname = current_user`.execute(one.db)
  expect(rows).toMatchObject([{ me: 'verbatim_app', owned: '0', super: false, bypass: false }])
  expect(Number(rows[0]?.tables)).toBeGreaterThan(10)
})

test('two test databases are separate', async () => {
  const nameOf = async ({ db }: TestDatabase) =>
    (await sql<{ name: string }>`select current_database() as name`.execute(db)).rows[0]?.name
  expect(await nameOf(one)).not.toBe(await nameOf(other))
})
