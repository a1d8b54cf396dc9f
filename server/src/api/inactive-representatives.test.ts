import { channels } from '@verbatim/contract/channels.ts'
import { dayMs } from '@verbatim/contract/durations.ts'
import type { ContactId, GroupId } from '@verbatim/contract/ids.ts'
import { expect, test } from 'vitest'
import { createContacts } from '#domains/contacts/commands.ts'
import { newId } from '#kernel/uuid.ts'
import { inTenant } from '#platform/db.ts'
import type { Caller } from '#testing/caller.ts'
import { useTestWorld } from '#testing/test-world.ts'
import { addUser } from '#testing/users.ts'
import type { World } from '#testing/world.ts'

let world: World
useTestWorld(async (opened) => {
  world = opened
})

test('a representative who never wrote has contacts to write to, in a group or of their own, or none', async () => {
  const other = await world.makeTenant('without-contacts')
  // A representative is inactive in whole days.
  world.pass(2 * dayMs)
  const now = world.ctx.now()
  const manager = await world.as(other, other.users.super_admin)
  const hasContacts = async () => {
    const { json } = await manager.call('GET', '/bff/dashboards/sales/inactive-representatives?days=1')
    return json.items.map(({ name, cause, hasContacts: has }: Record<string, unknown>) => [name, cause, has])
  }
  const give = (groupId: GroupId) =>
    inTenant(world.ctx.db, other.id, (tx) =>
      createContacts(
        tx,
        [{ id: newId<ContactId>(now), name: 'Ann', addresses: [], groupIds: [groupId] }],
        now,
      ),
    )
  // A contact of another group is none to write to.
  await give(other.groups.south)
  expect(await hasContacts()).toContainEqual(['Rita Lund', 'never-wrote', false])
  await give(other.groups.north)
  expect(await hasContacts()).toContainEqual(['Rita Lund', 'never-wrote', true])
})

test('a reader of a part sees only whether there are contacts in that part', async () => {
  const other = await world.makeTenant('contacts-elsewhere')
  world.pass(2 * dayMs)
  const { north, south } = other.groups
  const now = world.ctx.now()
  await inTenant(world.ctx.db, other.id, async (tx) => {
    await tx
      .insertInto('conversation_group_member')
      .values({ group_id: south, user_id: other.representative })
      .execute()
    const contact = (name: string, groupIds: GroupId[]) => ({
      id: newId<ContactId>(now),
      name,
      addresses: [],
      groupIds,
    })
    await createContacts(tx, [contact('Ann', [south])], now)
    // Of their own, in no group that the reader sees.
    await createContacts(
      tx,
      [{ ...contact('Own', []), shareLevel: 'personal', ownerId: other.representative }],
      now,
    )
  })
  const hasContacts = async (caller: Caller) => {
    const { json } = await caller.call('GET', '/bff/dashboards/sales/inactive-representatives?days=1')
    return json.items.find(({ name }: { name: string }) => name === 'Rita Lund').hasContacts
  }
  const all = await world.as(other, other.users.super_admin)
  const user = {
    email: 'north@part.example',
    firstName: 'A',
    lastName: 'Reader',
    role: 'super_admin',
  } as const
  const grant = { name: 'north', channels, groupIds: [north] }
  const { caller } = await addUser(world, other, user, grant)
  expect([await hasContacts(all), await hasContacts(caller)]).toEqual([true, false])
})
