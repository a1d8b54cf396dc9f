import { dayMs, hourMs } from '@verbatim/contract/durations.ts'
import type { ContactId } from '@verbatim/contract/ids.ts'
import { createContacts } from '#domains/contacts/commands.ts'
import { newId } from '#kernel/uuid.ts'
import { inTenant } from '#platform/db.ts'
import type { Caller } from './caller.ts'
import { captureHistory, saidByPhone } from './history.ts'
import { useTestWorld } from './test-world.ts'
import type { World, WorldTenant } from './world.ts'
import { forbidOffTheRecord } from './policies.ts'

const eveningMs = 18 * hourMs

/** The representative is in the north, the colleague in the south; a mail address without a contact is a stranger's. */
const ours = { representative: '+15550100001', colleague: '+15550100009' } as const
export const theirs = { ann: '+15550107001', bob: '+15550107002', stranger: '+15550107003' } as const

/** Who says what to whom: each with the days before today, and the hour. */
const said = [
  { by: 'ann', to: 'representative', at: [3, 8], body: 'Can you call me?' },
  { by: 'representative', to: 'ann', at: [3, 9], body: 'Yes, off the record' },
  { by: 'representative', to: 'ann', at: [3, 10], body: 'I will send you the papers tomorrow.' },
  { by: 'ann', to: 'representative', at: [9, 8], body: 'Thank you so much!' },
  { by: 'representative', to: 'bob', at: [5, 12], body: 'We will send you the contract tomorrow.' },
  { by: 'representative', to: 'bob', at: [4, 11], body: 'Hello again' },
  { by: 'stranger', to: 'representative', at: [5, 13], body: 'Who is this?' },
  { by: 'bob', to: 'representative', at: [40, 9], body: 'Earlier' },
  { by: 'representative', to: 'bob', at: [42, 9], body: 'Earlier still, off the record' },
  { by: 'colleague', to: 'bob', at: [45, 9], body: 'South says hello' },
  { by: 'ann', to: 'representative', at: [0, 0], body: 'Today is not over' },
] as const

interface Counted {
  readonly world: World
  readonly tenant: WorldTenant
  readonly admin: Caller
  readonly northerner: Caller
}

/** An organization that talked for 45 days, with figures in each tab, for all tests of a file. */
export function useKeyMetrics(prepare: (opened: Counted) => void): void {
  useTestWorld(async (world) => {
    // At the same hour whenever it runs: whole days since a message depend on it.
    world.pass((dayMs + eveningMs - (world.ctx.now().getTime() % dayMs)) % dayMs)
    const tenant = await world.makeTenant('counted')
    const now = world.ctx.now()
    const tomorrow = Math.floor(now.getTime() / dayMs + 1) * dayMs
    let admin = await world.as(tenant, tenant.users.super_admin)
    await inTenant(world.ctx.db, tenant.id, (tx) =>
      createContacts(
        tx,
        [
          {
            id: newId<ContactId>(now),
            name: 'Ann Ash',
            addresses: [theirs.ann],
            groupIds: [tenant.groups.north],
          },
          {
            id: newId<ContactId>(now),
            name: 'Bob Birch',
            addresses: [theirs.bob],
            groupIds: [tenant.groups.north],
          },
        ],
        now,
      ),
    )
    await forbidOffTheRecord(world, admin)
    const address = { ...ours, ...theirs }
    const toMessage = ({ by, to, at: [days, hours], body }: (typeof said)[number]) =>
      saidByPhone(world, {
        by: address[by],
        to: address[to],
        direction: by in ours ? 'outbound' : 'inbound',
        sentAt: new Date(tomorrow - days * dayMs + hours * hourMs),
        body,
      })
    const capture = (lines: readonly (typeof said)[number][]) =>
      captureHistory(world, tenant, ...lines.map((line) => [toMessage(line)]))
    await capture(said.slice(0, -1))
    // What policies raised, they raised yesterday.
    world.pass(dayMs)
    await capture(said.slice(-1))
    admin = await world.as(tenant, tenant.users.super_admin)
    const northerner = await world.as(tenant, tenant.northerner)
    prepare({ world, tenant, admin, northerner })
  })
}
