/** The worker's turn: in a thread of its own, once for what is due, and again after one was cut off. */
import { TenantId } from '@verbatim/contract/ids.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { newId } from '#kernel/uuid.ts'
import { inTenant } from '#platform/db.ts'
import type { TestDatabase } from '#testing/database.ts'
import { insertMessages } from '#testing/messages.ts'
import { useTestDatabase } from '#testing/test-world.ts'
import { themesWork } from './work.ts'

const now = new Date('2026-10-28T12:00:00Z')
let clock = now
let database: TestDatabase
let tenantId: TenantId
useTestDatabase(async (opened) => {
  database = opened
  tenantId = TenantId.parse(newId(now))
  await inTenant(database.db, tenantId, async (tx) => {
    const values = { tenant_id: tenantId, host_label: `t${tenantId.slice(-12)}`, name: 'T' }
    await tx.insertInto('organization').values(values).execute()
    const sentences = [
      'The fee letter says that the management charge goes up',
      'My old pension could move, what is its transfer value',
      'The snow and the rain go on',
    ]
    const bodies = Array.from({ length: 240 }, (_, at) => ({ body: sentences[at % 3]!, language: 'en' }))
    await insertMessages(tx, bodies, now)
    await tx.insertInto('theme_set').values({ due_at: now, fresh: 240 }).execute()
  })
})

const open = async () =>
  (await themesWork.open({ db: database.db, databaseUrl: database.url, now: () => clock }))!
const setOf = () =>
  inTenant(database.db, tenantId, (tx) => tx.selectFrom('theme_set').selectAll().executeTakeFirstOrThrow())
const placed = async () => {
  const { rows } = await inTenant(database.db, tenantId, (tx) =>
    sql<{ n: number }>`select count(*)::int as n from message_theme`.execute(tx),
  )
  return rows[0]?.n
}

test('if a thread ends during a turn, the turn is repeated after its lease, and all messages are placed', async () => {
  const first = await open()
  const cut = first.turn(tenantId)
  await first.close?.()
  await expect(cut).rejects.toThrow('The work was given up: closed')
  expect(await setOf()).toMatchObject({ version: 0, dictionary: null })

  const second = await open()
  expect(await second.turn(tenantId)).toBe(0)
  clock = new Date(now.getTime() + 10 * 60_000)
  expect(await second.turn(tenantId)).toBe(1)
  expect(await setOf()).toMatchObject({ version: 1, fresh: 0, placed_to: null })
  expect(await placed()).toBe(240)
  expect(await second.turn(tenantId)).toBe(0)
  await second.close?.()
})
