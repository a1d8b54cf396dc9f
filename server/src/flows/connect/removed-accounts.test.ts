/** An account that is added with the address of a removed one is that one: who may bring it back. */
import type { AccountId } from '@verbatim/contract/ids.ts'
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
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
/** An account of the south that was removed. */
let removedId: AccountId
beforeEach(async () => {
  tenant = await world.makeTenant(`removed${(count += 1)}`)
  admin = await world.as(tenant, tenant.users.tenant_admin)
  removedId = (await enter(tenant.colleague)).json.id
  await remove()
})

const { pathOf, imported, named, change, openNarrow } = accountImportSteps(() => ({ world, tenant, admin }))

const address = '+14155550801'
const enter = (ownerId?: string, caller = admin) =>
  caller.call('POST', pathOf('sms'), { name: 'Desk', address, ownerId })
const fileOf = (name: string) => `Name,Number,Owner\nDesk,${address},${name}@${tenant.label}.example\n`
const remove = () => change(removedId, sql`status = 'inactive', removed_at = now(), request = null`)
const taken = 'failed Another account of this channel has this address.'

test('it comes back to an administrator who reaches it, and to no other, by the form or by a file', async () => {
  const narrow = await openNarrow()
  const { status, json } = await enter(tenant.representative, narrow)
  expect([status, json.code]).toEqual([409, 'account.address-taken'])
  expect((await imported('sms', fileOf('rep'), { caller: narrow })).rows).toEqual([taken])
  expect(await named('sms', 'Desk')).toEqual([])

  expect((await imported('sms', fileOf('rep'))).rows).toEqual(['created'])
  expect(await named('sms', 'Desk')).toMatchObject([{ id: removedId, version: 2 }])
  await remove()
  // Its last owner is of the north by now.
  expect((await enter(tenant.representative, narrow)).json).toMatchObject({ id: removedId, version: 3 })
})
