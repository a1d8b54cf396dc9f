/** A contact is not given to a user who is leaving at that moment. */
import type { UserId } from '@verbatim/contract/ids.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { inTenant } from '#platform/db.ts'
import { runImports } from '#flows/run-imports/run-imports.ts'
import type { Caller } from '#testing/caller.ts'
import { useTenants } from '#testing/test-world.ts'
import { countWaiting } from '#testing/waiting.ts'
import type { World, WorldTenant } from '#testing/world.ts'

let world: World
let tenant: WorldTenant
let admin: Caller
useTenants('leaving-owner', async (made, opened) => {
  world = opened
  tenant = made
  admin = await world.as(tenant, tenant.users.super_admin)
})

const contacts = '/messenger/api/v1/contacts'
const draft = () => ({
  name: 'Cleo Marsh',
  phoneNumbers: ['+15550101001'],
  emails: [],
  groupIds: [tenant.groups.south],
})
const unknown = { status: 400, json: { code: 'contact.unknown-owner' } }

/** Removes a user, and does not commit before the other call waits for it, or is over. */
async function whileLeaving<T>(userId: UserId, call: () => Promise<T>): Promise<T> {
  let isOver = false
  const { answer } = await inTenant(world.ctx.db, tenant.id, async (tx) => {
    await sql`select from tenant_user where id = ${userId} for update`.execute(tx)
    await sql`update tenant_user set removed_at = ${world.ctx.now()}, enabled = false where id = ${userId}`.execute(
      tx,
    )
    const calling = call().finally(() => (isOver = true))
    await expect.poll(async () => isOver || (await countWaiting(tx)), { timeout: 10_000 }).toBeTruthy()
    // As the contacts of a leaver are handed over.
    await sql`select from contact order by id for update`.execute(tx)
    return { answer: calling }
  })
  return answer
}

test('by a new contact', async () => {
  const given = { ...draft(), shareLevel: 'personal', ownerId: tenant.colleague }
  expect(await whileLeaving(tenant.colleague, () => admin.call('POST', contacts, given))).toMatchObject(
    unknown,
  )
})

test('by a change of a contact, which waits for the removal without a deadlock', async () => {
  const { id } = (await admin.call('POST', contacts, { ...draft(), shareLevel: 'global' })).json
  const given = { ...draft(), shareLevel: 'personal', ownerId: tenant.colleague }
  const answer = await whileLeaving(tenant.colleague, () => admin.call('PUT', `${contacts}/${id}`, given))
  expect(answer).toMatchObject(unknown)
})

test('by a file', async () => {
  const file = 'Name,Phone,Share level,Owner email,Groups\n'
  const rows = `Cleo Marsh,+15550101001,Personal,colleague@${tenant.label}.example,South\n`
  const { id } = (
    await admin.call('POST', `${contacts}/import`, Buffer.from(file + rows), { 'content-type': 'text/csv' })
  ).json
  await whileLeaving(tenant.colleague, () => runImports(world.ctx, tenant.id))
  while ((await runImports(world.ctx, tenant.id)) > 0);
  const { items } = (await admin.call('GET', `/bff/api/v1/imports/${id}/rows?limit=10`)).json
  expect(items).toMatchObject([{ outcome: 'failed' }])
})
