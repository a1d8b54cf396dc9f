/** Groups and permission profiles of an organization, as its administrator keeps them: a new organization for each test. */
import { beforeEach } from 'vitest'
import { inTenant } from '#platform/db.ts'
import type { Caller } from './caller.ts'
import { insertMessages } from './messages.ts'
import { useTestWorld } from './test-world.ts'
import type { World, WorldTenant } from './world.ts'

export const groupsUrl = '/messenger/api/v1/conversation-groups'
export const profilesUrl = '/bff/api/v1/permission-profiles'

export function setUpAccess() {
  let world: World
  let ours: WorldTenant
  let admin: Caller
  let count = 0
  useTestWorld((opened) => {
    world = opened
  })
  beforeEach(async () => {
    ours = await world.makeTenant(`ours${(count += 1)}`)
    admin = await world.as(ours, ours.users.tenant_admin)
  })
  return {
    get world() {
      return world
    },
    get ours() {
      return ours
    },
    get admin() {
      return admin
    },
    tell: (groups: readonly string[][], channel = 'sms') =>
      inTenant(world.ctx.db, ours.id, (tx) =>
        insertMessages(
          tx,
          groups.map((group_ids) => ({ body: 'said', group_ids, channel })) as never,
          world.ctx.now(),
        ),
      ),
    audited: (type: string) =>
      inTenant(world.ctx.db, ours.id, (tx) =>
        tx.selectFrom('audit_event').selectAll().where('type', '=', type).orderBy('id').execute(),
      ),
    groupOf: async (id: string) => (await admin.call('GET', `${groupsUrl}/${id}`)).json,
    profileOf: async (id: string) => (await admin.call('GET', `${profilesUrl}/${id}`)).json,
    profileNamed: async (name: string) =>
      (await admin.call('GET', `${profilesUrl}?search=${encodeURIComponent(name)}`)).json.items[0],
  }
}
