/** What the messages of a theme fall into, by the calls. */
import type { ThemeId } from '@verbatim/contract/ids.ts'
import { expect, test } from 'vitest'
import { putThemes } from '#domains/themes/placing-commands.ts'
import { inTenant } from '#platform/db.ts'
import type { Caller } from '#testing/caller.ts'
import { insertMessages } from '#testing/messages.ts'
import { useTenants } from '#testing/test-world.ts'
import { insertSubthemes, insertThemes } from '#testing/themes.ts'
import type { World, WorldTenant } from '#testing/world.ts'

let world: World
let tenant: WorldTenant
let invoices: ThemeId
let deliveries: ThemeId
let admin: Caller

useTenants('parts', async (fresh, opened) => {
  world = opened
  tenant = fresh
  admin = await world.as(tenant, tenant.users.super_admin)
  const made = await inTenant(world.ctx.db, tenant.id, async (tx) => {
    const messageIds = await insertMessages(tx, [{ group_ids: [tenant.groups.south] }], world.ctx.now())
    return insertThemes(
      tx,
      [
        { name: 'Invoices', messageIds: [] },
        { name: 'Deliveries', messageIds },
      ],
      world.ctx.now(),
    )
  })
  invoices = made[0]!
  deliveries = made[1]!
})

const namesOf = ({ items }: { items: { name: string }[] }) => items.map(({ name }) => name)
const theme = (caller: Caller, id: ThemeId) => {
  const day = world.ctx.now().toISOString().slice(0, 10)
  return caller.call('GET', `/bff/themes/${id}?date-from=${day}&date-to=${day}`)
}

test('sub-themes are counted within the reader’s scope, and each figure equals its list', async () => {
  const now = world.ctx.now()
  const [reminders] = await inTenant(world.ctx.db, tenant.id, async (tx) => {
    const ids = await insertMessages(
      tx,
      [tenant.groups.north, tenant.groups.south, tenant.groups.south, tenant.groups.south].map((id) => ({
        group_ids: [id],
      })),
      now,
    )
    await putThemes(
      tx,
      ids.map((messageId) => ({ messageId, themeId: invoices })),
    )
    return insertSubthemes(
      tx,
      invoices,
      [
        { name: 'Reminders', messageIds: ids.slice(0, 2) },
        { name: 'Secret', messageIds: ids.slice(2, 3) },
      ],
      now,
    )
  })
  const total = async (caller: Caller, { filter, period: asked }: { filter: string; period: string }) =>
    (
      await caller.call(
        'GET',
        `/bff/api/v1/messages?period=${encodeURIComponent(asked)}&filter=${encodeURIComponent(filter)}`,
      )
    ).json.total
  const northerner = await world.as(tenant, tenant.northerner)
  for (const caller of [admin, northerner]) {
    const { subthemes, otherSubthemes, messages } = (await theme(caller, invoices)).json
    for (const one of [...subthemes, otherSubthemes])
      expect(await total(caller, one.drilldown)).toBe(one.messages)
    const parts = [...subthemes, otherSubthemes].reduce((sum, one) => sum + one.messages, 0)
    expect(parts).toBe(messages)
    const [first] = subthemes
    expect(first).toMatchObject({ name: 'Reminders', messages: caller === admin ? 2 : 1 })
    const names = subthemes.map(({ name }: { name: string }) => name)
    expect(names).toEqual(caller === admin ? ['Reminders', 'Secret'] : ['Reminders'])
    const choices = namesOf((await caller.call('GET', '/bff/api/v1/subthemes')).json)
    expect(choices).toEqual(
      caller === admin ? ['Invoices: Reminders', 'Invoices: Secret'] : ['Invoices: Reminders'],
    )
  }
  // A page of the previous release asks by `id` alone.
  for (const query of [`filter=id[eq]:${reminders}`, `id=${reminders}`])
    expect((await admin.call('GET', `/bff/api/v1/subthemes?${query}`)).json).toMatchObject({
      items: [{ name: 'Invoices: Reminders' }],
      total: 1,
    })
  // Its messages go with it, and it is a part of the other theme.
  await admin.call('POST', `/bff/themes/${invoices}/merge`, { into: deliveries })
  const merged = (await theme(admin, deliveries)).json
  expect(namesOf({ items: merged.subthemes })).toEqual(['Reminders', 'Secret'])
  const other = await world.makeTenant(`other-${tenant.label}`)
  const foreigner = await world.as(other, other.users.super_admin)
  expect((await foreigner.call('GET', `/bff/api/v1/subthemes?filter=id[eq]:${reminders}`)).json).toEqual({
    items: [],
    total: 0,
  })
})
