import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { inTenant } from '#platform/db.ts'
import { captureHistory, messageOf } from '#testing/history.ts'
import { useTenants } from '#testing/test-world.ts'
import type { World, WorldTenant } from '#testing/world.ts'

let world: World
let tenant: WorldTenant
useTenants('summaries', (made, opened) => {
  tenant = made
  world = opened
})

test('a summary of very long messages reads the newest million characters, and says how many messages that were', async () => {
  const body = 'The client asked about the bond fund again. '.repeat(500).slice(0, 20_000)
  await captureHistory(
    world,
    tenant,
    Array.from({ length: 60 }, () => messageOf(world, { body })),
  )
  const { rows } = await inTenant(world.ctx.db, tenant.id, (tx) =>
    sql<{ id: string }>`select id from conversation`.execute(tx),
  )
  const reader = await world.as(tenant, tenant.users.compliance)
  const { json } = await reader.call('GET', `/bff/conversations/${rows[0]?.id}/summary`)
  expect(json).toMatchObject({ messagesRead: 50, messageCount: 60 })
})
