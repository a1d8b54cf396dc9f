import { dayMs } from '@verbatim/contract/durations.ts'
import type { ContactId, GroupId } from '@verbatim/contract/ids.ts'
import { expect, test } from 'vitest'
import { createContacts } from '#domains/contacts/commands.ts'
import { newId } from '#kernel/uuid.ts'
import { inTenant } from '#platform/db.ts'
import { useTestWorld } from '#testing/test-world.ts'
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
