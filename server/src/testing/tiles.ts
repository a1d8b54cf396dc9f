import { dayMs } from '@verbatim/contract/durations.ts'
import type { FilterField } from '@verbatim/contract/insight-tiles.ts'
import type { ThemeId } from '@verbatim/contract/ids.ts'
import { findActor } from '#domains/permissions/actors.ts'
import { mergeThemes } from '#domains/themes/commands.ts'
import { inTenant } from '#platform/db.ts'
import type { Caller } from './caller.ts'
import { captureHistory, saidByPhone } from './history.ts'
import { useTestWorld } from './test-world.ts'
import { insertThemes } from './themes.ts'
import type { World, WorldTenant } from './world.ts'
import { forbidOffTheRecord } from './policies.ts'

/** The representative is in the north, the colleague in the south. */
const [north, south] = ['+15550100001', '+15550100009']
const said = [
  ['+15550107001', north, 3, 'Can you call me?'],
  [north, '+15550107001', 3, 'Yes, off the record'],
  ['+15550107001', north, 9, 'This is unacceptable, I want to complain. Urgent!'],
  [north, '+15550107002', 5, 'Hello'],
  [south, '+15550107002', 6, 'South says hello, off the record'],
  ['+15550107002', south, 7, 'Thank you so much! Send it to my gmail.'],
  [south, '+15550107003', 45, 'Earlier'],
  ['+15550107004', north, 4, 'When will my papers arrive?'],
] as const

interface TilesBed {
  readonly world: World
  readonly tenant: WorldTenant
  readonly admin: Caller
  readonly northerner: Caller
  readonly policyId: string
  /** An insight that all see, for tiles of a test. */
  readonly insightId: string
  /** The last became the second. */
  readonly themes: readonly string[]
}

/** An organization with messages, events and themes to count in tiles, for all tests of a file; its days are those of the zone. */
export function useTiles(prepare: (bed: TilesBed) => unknown, zone = 'UTC'): void {
  useTestWorld(async (world) => {
    const tenant = await world.makeTenant('tiles')
    await inTenant(world.ctx.db, tenant.id, (tx) =>
      tx.updateTable('organization').set({ time_zone: zone, rollup_zone: zone }).execute(),
    )
    let admin = await world.as(tenant, tenant.users.super_admin)
    const policyId = await forbidOffTheRecord(world, admin)
    const tomorrow = Math.floor(world.ctx.now().getTime() / dayMs + 1) * dayMs
    const lines = said.map(([by, to, days, body]) =>
      saidByPhone(world, {
        by,
        to,
        direction: by === north || by === south ? 'outbound' : 'inbound',
        sentAt: new Date(tomorrow - days * dayMs),
        body,
      }),
    )
    await captureHistory(world, tenant, ...lines.map((line) => [line]))
    world.pass(dayMs)
    admin = await world.as(tenant, tenant.users.super_admin)
    const northerner = await world.as(tenant, tenant.northerner)
    const themes = await inTenant(world.ctx.db, tenant.id, async (tx) => {
      const messages = await tx.selectFrom('message').select(['id', 'body']).execute()
      const saying = (words: RegExp) =>
        messages.filter(({ body }) => words.test(body ?? '')).map(({ id }) => id)
      const found = await insertThemes(
        tx,
        [
          { name: 'Calls', messageIds: saying(/call me|Yes|^Hello/) },
          { name: 'Papers', messageIds: saying(/papers/) },
          { name: 'Letters', messageIds: saying(/South|unacceptable/) },
        ],
        world.ctx.now(),
      )
      const actor = await findActor(tx, tenant.users.super_admin)
      if (!actor) throw new Error('no such user')
      const [, papers, letters] = found as [ThemeId, ThemeId, ThemeId]
      await mergeThemes(tx, actor, { id: letters, expectedVersion: undefined, into: papers }, world.ctx.now())
      return found
    })
    const shared = { name: 'Shared', definition: { tiles: [] } }
    const insightId: string = (await admin.call('POST', '/bff/insights', shared)).json.id
    await prepare({ world, tenant, admin, northerner, policyId, insightId, themes })
  })
}

export const place = { x: 0, y: 0, w: 2, h: 1 }
export const placed = (at: number) => ({ ...place, y: at })

/** Values to narrow tiles by: some of them have messages or events, and some have none. */
export const valuesOf = ({
  tenant,
  themes,
  policyId,
}: Pick<TilesBed, 'tenant' | 'themes' | 'policyId'>): Readonly<Record<FilterField, readonly string[]>> => ({
  channel: ['whatsapp', 'sms'],
  category: ['question', 'complaint', 'compliment', 'other'],
  urgency: ['low', 'high'],
  theme: themes,
  group: [tenant.groups.north, tenant.groups.south],
  severity: ['high', 'low'],
  status: ['new', 'resolved'],
  policy: [policyId],
})
