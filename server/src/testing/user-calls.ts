import { inTenant } from '#platform/db.ts'
import type { Answer, Caller } from './caller.ts'
import { useTenants } from './test-world.ts'
import type { World, WorldTenant } from './world.ts'

interface Opened {
  readonly world: World
  readonly tenant: WorldTenant
  /** A Super Admin; a test whose clock moves on signs them in again. */
  admin: Caller
  /** An administrator who is no Super Admin. */
  lesser: Caller
}

const platform = '/bff/api/v1/users'
const messenger = '/messenger/api/v1/users'

/** An organization of its own for each test, with the calls that administer its users. */
export function useUserCalls() {
  const bed = {} as Opened
  useTenants('people', async (tenant, world) => {
    const admin = await world.as(tenant, tenant.users.super_admin)
    const lesser = await world.as(tenant, tenant.users.tenant_admin)
    Object.assign(bed, { world, tenant, admin, lesser } satisfies Opened)
  })
  const ana = () => ({
    email: 'Ana.Bell@example.com',
    firstName: 'Ana',
    lastName: 'Bell',
    role: 'analyst',
    permissionProfileIds: [bed.tenant.profiles.north],
  })
  const rita = () => ({
    email: 'rita@example.com',
    firstName: 'Rita',
    lastName: 'Stone',
    messengerRole: 'user',
    groupIds: [bed.tenant.groups.north],
  })
  const codeOf = ({ status, json }: Answer) => [status, json.code]
  const invite = (body: object, path = platform, caller = bed.admin) =>
    caller.call('POST', `${path}/invite`, body)
  const list = async (query: string, path = platform) =>
    (await bed.admin.call('GET', `${path}?${query}`)).json.items.map(
      (user: { fullName: string }) => user.fullName,
    )
  const audited = () =>
    inTenant(bed.world.ctx.db, bed.tenant.id, (tx) =>
      tx
        .selectFrom('audit_event')
        .select(['type', 'target_name', 'changes', 'counts'])
        .orderBy('id')
        .execute(),
    )
  return Object.assign(bed, { platform, messenger, ana, rita, codeOf, invite, list, audited })
}
