/** An account that is added with the address of a removed one is that one: by whom it may come back, and how often. */
import type { AccountId } from '@verbatim/contract/ids.ts'
import { shareOf } from '@verbatim/reference/share.ts'
import { sql } from 'kysely'
import { beforeEach, expect, test, vi } from 'vitest'
import { findActor } from '#domains/permissions/actors.ts'
import { inTenant } from '#platform/db.ts'
import { accountImportSteps } from '#testing/account-imports.ts'
import type { Caller } from '#testing/caller.ts'
import { useTestWorld } from '#testing/test-world.ts'
import { countWaiting } from '#testing/waiting.ts'
import type { World, WorldTenant } from '#testing/world.ts'
import { addAccounts } from './new-accounts.ts'

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

test.each(
  shareOf<[string, () => Promise<unknown[]>, unknown[]]>([
    [
      'the form',
      async () => {
        const { status, json } = await enter(tenant.colleague)
        return [status, json.code]
      },
      [409, 'account.address-taken'],
    ],
    ['a file', async () => (await imported('sms', fileOf('colleague'))).rows, [taken]],
  ]),
)('of two who bring it back at the same time, one by %s is refused', async (_, addSecond, refusal) => {
  let second: Promise<unknown[]> | undefined
  await inTenant(world.ctx.db, tenant.id, async (tx) => {
    const actor = await findActor(tx, tenant.users.tenant_admin)
    if (!actor) throw new Error('There is no administrator')
    const accounts = [{ name: 'First', address, ownerId: tenant.representative, settings: {} }]
    await addAccounts(tx, actor, { channel: 'sms', accounts }, world.ctx.now())
    second = addSecond()
    await vi.waitFor(async () => expect(await countWaiting(tx)).toBe(1), { timeout: 10_000 })
  })
  expect(await second).toEqual(refusal)
  expect(await named('sms', 'First')).toMatchObject([{ id: removedId, owner: { id: tenant.representative } }])
  expect(await named('sms', 'Desk')).toEqual([])
})
