/** Who may give an account its first owner, who reads its conversations from then on. */
import type { GroupId } from '@verbatim/contract/ids.ts'
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { newId } from '#kernel/uuid.ts'
import { inTenant } from '#platform/db.ts'
import { accountImportSteps } from '#testing/account-imports.ts'
import type { Caller } from '#testing/caller.ts'
import { useTestWorld } from '#testing/test-world.ts'
import type { World, WorldTenant } from '#testing/world.ts'

let world: World
let tenant: WorldTenant
let admin: Caller
let count = 0
useTestWorld((opened) => {
  world = opened
})
beforeEach(async () => {
  tenant = await world.makeTenant(`first${(count += 1)}`)
  admin = await world.as(tenant, tenant.users.tenant_admin)
})

/** `openNarrow` signs in an administrator of the north. */
const { pathOf, change, openNarrow } = accountImportSteps(() => ({ world, tenant, admin }))

const address = '+14155550901'
const add = async (caller = admin, ownerId?: string) =>
  caller.call('POST', pathOf('sms'), { name: 'Shared', address, ownerId })
const give = (caller: Caller, id: string, ownerId = tenant.representative) =>
  caller.call('PUT', `${pathOf('sms')}/${id}`, { ownerId })
const talk = (accountId: string, groupIds: readonly GroupId[]) =>
  inTenant(world.ctx.db, tenant.id, async (tx) => {
    const now = world.ctx.now()
    const id = newId(now)
    await sql`insert into conversation (id, channel, account_id, conversation_key, type, first_at, last_at, group_ids)
      values (${id}, 'sms', ${accountId}, ${id}, 'direct', ${now}, ${now}, ${groupIds}::uuid[])`.execute(tx)
  })

test('it is someone who sees all its conversations', async () => {
  const { north, south } = tenant.groups
  const { id } = (await add()).json
  await talk(id, [north])
  await talk(id, [south])
  const narrow = await openNarrow()
  expect((await narrow.call('GET', `${pathOf('sms')}/${id}`)).json).toMatchObject({ id, owner: null })
  expect(await give(narrow, id)).toMatchObject({
    status: 403,
    json: { code: 'account.unseen-conversations' },
  })
  expect((await narrow.call('PUT', `${pathOf('sms')}/${id}`, { name: 'Other' })).status).toBe(200)
  expect((await give(admin, id)).json).toMatchObject({ owner: { id: tenant.representative } })
})

test('an administrator of one group gives an owner where all conversations are of this group, or there is none', async () => {
  const { id } = (await add()).json
  const narrow = await openNarrow()
  expect((await give(narrow, id)).json).toMatchObject({ owner: { id: tenant.representative } })
  expect((await admin.call('PUT', `${pathOf('sms')}/${id}`, { ownerId: null })).json.owner).toBeNull()
  await talk(id, [tenant.groups.north, tenant.groups.south])
  expect((await give(narrow, id)).json).toMatchObject({ owner: { id: tenant.representative } })
})

test('a removed account of no one comes back with an owner only to someone who sees its conversations', async () => {
  const { id } = (await add()).json
  await talk(id, [tenant.groups.south])
  await change(id, sql`status = 'inactive', removed_at = now(), request = null`)
  const narrow = await openNarrow()
  expect(await add(narrow, tenant.representative)).toMatchObject({
    status: 409,
    json: { code: 'account.address-taken' },
  })
  expect((await add(admin, tenant.representative)).json).toMatchObject({ id })
})
