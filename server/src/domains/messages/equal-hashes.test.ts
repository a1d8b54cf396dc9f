/** The index knows sets of groups by a hash, and other sets may have the same one: what it finds is asked for again. */
import { GroupId } from '@verbatim/contract/ids.ts'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { createGroups } from '#domains/groups/commands.ts'
import { runExports } from '#flows/make-exports/run-exports.ts'
import { inTenant } from '#platform/db.ts'
import type { Caller } from '#testing/caller.ts'
import { insertMessages } from '#testing/messages.ts'
import { useTestWorld } from '#testing/test-world.ts'
import { addUser } from '#testing/users.ts'
import type { World, WorldTenant } from '#testing/world.ts'

/** Two sets of groups with the same hash, computed for this test. */
const ours = ['109b3deb-2e26-4651-9a16-a148fd4aec2d', '203739db-7094-48a7-822c-925b2a64fd20']
const others = ['30ae15b4-4a87-424d-8059-2598b6f7313d', '4055c7a4-8bb3-4ef0-a914-c7369b981ee0']

let world: World
let tenant: WorldTenant
let reader: Caller
useTestWorld(async (opened) => {
  world = opened
  tenant = await world.makeTenant('hashes')
})

beforeAll(async () => {
  const idsOf = (ids: readonly string[]) => ids.map((id) => GroupId.parse(id))
  const groups = idsOf([...ours, ...others])
  await inTenant(world.ctx.db, tenant.id, async (tx) => {
    await createGroups(
      tx,
      groups.map((id, at) => ({ id, name: `Group ${at}` })),
    )
    // The first one of a hash decides whether the index is asked for it.
    for (const [body, ids] of [
      ['ours', ours],
      ['of others', others],
    ] as const)
      await insertMessages(tx, [{ body, group_ids: idsOf(ids) }], world.ctx.now())
  })
  const granted = await addUser(
    world,
    tenant,
    { email: 'hashes@client.example', firstName: 'Ann', lastName: 'Ash', role: 'compliance' },
    { name: 'Ours', channels: ['sms'], groupIds: idsOf(ours) },
  )
  reader = granted.caller
})

const path = '/bff/api/v1/messages'

test('the two sets have the same hash', async () => {
  const hashOf = (ids: readonly string[]) => sql`hash_array_extended(${ids}::uuid[], 0)`
  const { rows } = await sql<{ same: boolean }>`select ${hashOf(ours)} = ${hashOf(others)} as same`.execute(
    world.ctx.db,
  )
  expect(rows).toEqual([{ same: true }])
})

test('a list shows only messages of the reader’s groups', async () => {
  const { items } = (await reader.call('GET', path)).json
  expect(items.map(({ body }: { body: string }) => body)).toEqual(['ours'])
})

test('a file with messages of other groups is not made', async () => {
  const { status, json } = await reader.call('POST', `${path}/export`, { format: 'csv' })
  expect(status).toBe(202)
  await runExports(world.ctx, tenant.id)
  const { json: made } = await reader.call('GET', `/bff/api/v1/exports/${json.exportId}`)
  expect(made.state).toBe('failed')
})
