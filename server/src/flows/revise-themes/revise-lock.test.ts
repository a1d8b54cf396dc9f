/** What a revision does while new messages of the organization wait for it. */
import { TenantId } from '@verbatim/contract/ids.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { newId } from '#kernel/uuid.ts'
import { type Db, inTenant } from '#platform/db.ts'
import type { TestDatabase } from '#testing/database.ts'
import { insertMessages } from '#testing/messages.ts'
import { useTestDatabase } from '#testing/test-world.ts'
import { reviseThemes } from './revise.ts'

const now = new Date('2026-10-28T12:00:00Z')
const tenantId = TenantId.parse(newId(now))
let database: TestDatabase
useTestDatabase((opened) => {
  database = opened
})

const texts = ['The fee letter says that the management charge goes up', 'The snow and the rain go on']
const revise = (db: Db) => reviseThemes({ db, now: () => now, signal: undefined }, tenantId)

test('new messages never wait until the messages of themes are counted', async () => {
  await inTenant(database.db, tenantId, async (tx) => {
    await tx
      .insertInto('organization')
      .values({ tenant_id: tenantId, host_label: `t${tenantId.slice(-12)}`, name: 'T' })
      .execute()
    const messages = Array.from({ length: 160 }, (_, at) => ({ body: texts[at % 2]!, language: 'en' }))
    await insertMessages(tx, messages, now)
    await sql`insert into theme_set (due_at, fresh) values (${now}, 160)`.execute(tx)
  })
  await revise(database.db)
  await inTenant(database.db, tenantId, (tx) =>
    sql`update theme_set set fresh = 1, due_at = ${now}`.execute(tx),
  )
  const { db, statements } = listeningTo(database.db)
  await revise(db)
  const locked = statements.findIndex((one) => one.includes('pg_advisory_xact_lock'))
  expect(locked).toBeGreaterThan(0)
  const counting = (one: string) => /count\(\*\)::int[^"]*from message_theme/.test(one)
  expect(statements.slice(0, locked).filter(counting)).toHaveLength(1)
  expect(statements.slice(locked).filter(counting)).toEqual([])
})

/** A database, and the statements that were asked of it. */
function listeningTo(db: Db): { readonly db: Db; readonly statements: readonly string[] } {
  const statements: string[] = []
  const listening = db.withPlugin({
    transformQuery({ node }) {
      statements.push(JSON.stringify(node))
      return node
    },
    transformResult: ({ result }) => Promise.resolve(result),
  })
  return { db: listening, statements }
}
