/** A line for each theme, by the call: of which message, and for whom. */
import type { ThemeId } from '@verbatim/contract/ids.ts'
import { expect, test } from 'vitest'
import { inTenant, type TenantTx } from '#platform/db.ts'
import type { Caller } from '#testing/caller.ts'
import { insertMessages } from '#testing/messages.ts'
import { useTenants } from '#testing/test-world.ts'
import { insertThemes } from '#testing/themes.ts'
import type { World, WorldTenant } from '#testing/world.ts'

let world: World
let tenant: WorldTenant
let admin: Caller
let bows: ThemeId
let secret: ThemeId

useTenants('lines', async (fresh, opened) => {
  world = opened
  world.passToNoon()
  tenant = fresh
  admin = await world.as(tenant, tenant.users.super_admin)
  const { north, south } = tenant.groups
  const since = world.ctx.now().getTime() - 3_600_000
  const given = [
    { body: 'The violin and its bow\nare broken', group_ids: [south] },
    { body: 'Will it come by train?', group_ids: [north] },
    { body: 'A bow, a bow, a bow', group_ids: [south], deleted_at: new Date(since) },
    { body: `Lost luggage ${'again '.repeat(60)}`, group_ids: [south] },
  ]
  await within(async (tx) => {
    const ids = await insertMessages(
      tx,
      given.map((one, at) => ({ ...one, language: 'en', posted_at: new Date(since + at * 60_000) })),
      world.ctx.now(),
    )
    const themes = await insertThemes(
      tx,
      [
        { name: 'Bow', messageIds: ids.slice(0, 3) },
        { name: 'Secret', messageIds: ids.slice(3) },
        { name: 'Small', messageIds: [], isShown: false },
      ],
      world.ctx.now(),
    )
    bows = themes[0]!
    secret = themes[1]!
  })
})

const within = <T>(work: (tx: TenantTx) => Promise<T>) => inTenant(world.ctx.db, tenant.id, work)

async function lines(caller: Caller, more = ''): Promise<Record<string, string>> {
  const day = world.ctx.now().toISOString().slice(0, 10)
  const { json } = await caller.call('GET', `/bff/themes/lines?date-from=${day}&date-to=${day}${more}`)
  return Object.fromEntries(
    json.items.map(({ themeId, text }: { themeId: ThemeId; text: string }) => [themeId, text]),
  )
}

test('each theme has a line of the message that shows it best, on one line and cut', async () => {
  const found = await lines(admin)
  expect(Object.keys(found).toSorted()).toEqual([bows, secret].toSorted())
  expect(found[bows]).toBe('The violin and its bow are broken')
  expect(found[secret]).toMatch(/^Lost luggage again .*…$/)
  expect(found[secret]!.length).toBeLessThanOrEqual(201)
})

test('a reader of a part gets lines of messages that they may see, and of their days and category', async () => {
  const northerner = await world.as(tenant, tenant.northerner)
  expect(await lines(northerner)).toEqual({ [bows]: 'Will it come by train?' })
  expect(await lines(admin, '&category=compliment')).toEqual({})
  const { json } = await admin.call('GET', '/bff/themes/lines?date-from=2020-01-01&date-to=2020-01-31')
  expect(json).toEqual({ items: [] })
})

test('only those who manage themes get the line of one that was hidden, and no one of another organization gets any', async () => {
  expect((await admin.call('PUT', `/bff/themes/${secret}`, { isHidden: true })).status).toBe(200)
  const analyst = await world.as(tenant, tenant.users.analyst)
  expect(Object.keys(await lines(analyst))).toEqual([bows])
  expect(Object.keys(await lines(admin))).toHaveLength(2)
  const other = await world.makeTenant(`other-${tenant.label}`)
  expect(await lines(await world.as(other, other.users.super_admin))).toEqual({})
  const withoutRole = await world.as(tenant, tenant.users.none)
  expect(await withoutRole.call('GET', '/bff/themes/lines')).toMatchObject({
    status: 403,
    json: { details: { permission: 'messages.view' } },
  })
})

test('reading the lines of themes is recorded once, as a list of messages', async () => {
  const compliance = await world.as(tenant, tenant.users.compliance)
  await lines(compliance)
  await lines(compliance)
  const entries = await within((tx) =>
    tx
      .selectFrom('audit_event')
      .where('actor_id', '=', tenant.users.compliance)
      .where('type', '=', 'messages_listed')
      .selectAll()
      .execute(),
  )
  expect(entries).toHaveLength(1)
  expect(JSON.stringify(entries)).toContain('Themes')
  expect(JSON.stringify(entries)).not.toContain('broken')
})
