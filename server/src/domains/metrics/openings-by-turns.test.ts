/** Openings of many conversations, and of long histories, are all found, turn by turn. */
import { dayMs } from '@verbatim/contract/durations.ts'
import type { ConversationId } from '@verbatim/contract/ids.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { newId } from '#kernel/uuid.ts'
import { inTenant, type TenantTx } from '#platform/db.ts'
import type { TestDatabase } from '#testing/database.ts'
import { insertMessages } from '#testing/messages.ts'
import { makeOrganization } from '#testing/organizations.ts'
import { useTestDatabase } from '#testing/test-world.ts'
import { findOpenings } from './openings.ts'
import { recountMessages } from './rebuild.ts'

const now = new Date('2026-10-30T12:00:00Z')
/** When everything is due. */
const later = new Date('2100-01-01T00:00:00Z')

let database: TestDatabase
useTestDatabase((opened) => {
  database = opened
})

const kept = async (tx: TenantTx) => (await sql`select from opening`.execute(tx)).rows

test(
  'openings counted again include every conversation, however many there are',
  { tags: ['whole'] },
  async () => {
    const id = await makeOrganization(database.db, now)
    await inTenant(database.db, id, async (tx) => {
      const rows = Array.from({ length: 1_050 }, () => ({ conversation_id: newId<ConversationId>(now) }))
      await insertMessages(tx, rows, now)
      await recountMessages(tx)
      while ((await findOpenings(tx, 500, later)) > 0) continue
      expect(await kept(tx)).toHaveLength(1_050)
    })
  },
)

test('in long histories a turn finds a part, and the next ones continue with the oldest until all are found', async () => {
  const id = await makeOrganization(database.db, now)
  await inTenant(database.db, id, async (tx) => {
    const talks = Array.from({ length: 15 }, () => newId<ConversationId>(now))
    const day = (count: number) => new Date(now.getTime() - count * dayMs)
    const rows = talks.flatMap((conversation_id) =>
      [90, 45, 1].map((count) => ({ conversation_id, posted_at: day(count) })),
    )
    await insertMessages(tx, rows, now)
    // Ten of them are 31 days each, of which a turn takes the first.
    expect(await findOpenings(tx, 50, later)).toBe(10)
    expect(await kept(tx)).toHaveLength(10)
    while ((await findOpenings(tx, 50, later)) > 0) continue
    expect(await kept(tx)).toHaveLength(45)
  })
})
