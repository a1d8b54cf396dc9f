/** Messages of merged themes are moved in batches, and figures, lists and filters are right after each, whenever a run is cut off. */
import { channels } from '@verbatim/contract/channels.ts'
import type { MessageId, ThemeId } from '@verbatim/contract/ids.ts'
import { isWhole } from '@verbatim/reference/share.ts'
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { mergeThemes } from '#domains/themes/commands.ts'
import { followContext } from '#domains/themes/context-commands.ts'
import { moveFurther } from '#domains/themes/move-commands.ts'
import { findOwnThemes } from '#domains/themes/placing-commands.ts'
import { findLiveThemes } from '#domains/themes/revision-commands.ts'
import type { Actor } from '#kernel/actor.ts'
import { inTenant, type TenantTx } from '#platform/db.ts'
import type { Caller } from '#testing/caller.ts'
import { insertMessages } from '#testing/messages.ts'
import { useTestWorld } from '#testing/test-world.ts'
import { insertSubthemes, insertThemes } from '#testing/themes.ts'
import type { World, WorldTenant } from '#testing/world.ts'
import { themeMoveWork } from './move.ts'

let world: World
let count = 0
let tenant: WorldTenant
let admin: Caller
let reader: Actor
let ids: MessageId[]
let deliveries: ThemeId
let invoices: ThemeId
let last: ThemeId
useTestWorld((opened) => {
  world = opened
  world.passToNoon()
})

const within = <T>(work: (tx: TenantTx) => Promise<T>) => inTenant(world.ctx.db, tenant.id, work)
const invoiced = 23

beforeEach(async () => {
  count += 1
  tenant = await world.makeTenant(`moves${count}`)
  admin = await world.as(tenant, tenant.users.super_admin)
  reader = {
    tenantId: tenant.id,
    userId: tenant.users.super_admin,
    name: 'Ann Ash',
    role: 'super_admin',
    messengerRole: 'user',
    permissions: new Set(['themes.manage']),
    scope: [{ channels: [...channels], groupIds: 'all' }],
  }
  const now = world.ctx.now()
  await within(async (tx) => {
    ids = await insertMessages(
      tx,
      Array.from({ length: invoiced + 5 }, () => ({ group_ids: [tenant.groups.north] })),
      now,
    )
    const made = await insertThemes(
      tx,
      [
        { name: 'Invoices', messageIds: ids.slice(0, invoiced) },
        { name: 'Deliveries', messageIds: ids.slice(invoiced) },
        { name: 'All', messageIds: [] },
      ],
      now,
    )
    invoices = made[0]!
    deliveries = made[1]!
    last = made[2]!
    await insertSubthemes(tx, invoices, [{ name: 'Reminders', messageIds: ids.slice(0, 7) }], now)
  })
})

const merge = (id: ThemeId, into: ThemeId, most: number) =>
  within((tx) =>
    mergeThemes(tx, reader, { id, expectedVersion: undefined, into, movedAtOnce: most }, world.ctx.now()),
  )

/** How many messages still have the ID of a merged theme. */
const left = async () => {
  const { rows } = await within((tx) =>
    sql<{ n: number }>`select count(*)::int as n from message_theme placed
      join theme on theme.id = placed.theme_id where theme.retired_at is not null`.execute(tx),
  )
  return rows[0]!.n
}

const total = async (filter: string) =>
  (await admin.call('GET', `/bff/api/v1/messages?filter=${encodeURIComponent(filter)}`)).json.total

/** Every read that names a theme of messages, for the theme that the others became. */
async function expectWhole(id: ThemeId, name: string) {
  const day = world.ctx.now().toISOString().slice(0, 10)
  const period = `date-from=${day}&date-to=${day}`
  const all = invoiced + 5
  expect((await admin.call('GET', `/bff/themes/metrics?${period}`)).json.items).toMatchObject([
    { id, messages: all, contacts: expect.any(Number) },
  ])
  const { json } = await admin.call('GET', `/bff/themes/${id}?${period}`)
  expect(json).toMatchObject({
    messages: all,
    subthemes: [{ name: 'Reminders', messages: 7 }],
    otherSubthemes: { messages: all - 7 },
  })
  const [{ drilldown }] = json.subthemes
  expect(await total(drilldown.filter)).toBe(7)
  expect(await total(json.otherSubthemes.drilldown.filter)).toBe(all - 7)
  for (const one of [id, invoices]) expect(await total(`themeId[eq]:${one}`)).toBe(all)
  expect(await total(`themeId[neq]:${id}`)).toBe(0)
  const { items } = (await admin.call('GET', '/bff/api/v1/messages')).json
  expect(items.every((one: { theme?: { name: string } }) => one.theme?.name === name)).toBe(true)
  expect(
    new Set((await within((tx) => findOwnThemes(tx, ids))).values().map(({ themeId }) => themeId)),
  ).toEqual(new Set([id]))
  const northerner = await world.as(tenant, tenant.northerner)
  expect((await northerner.call('GET', `/bff/themes/${id}?${period}`)).json).toMatchObject({ messages: all })
  // As the next revision sees them.
  const live = await within(findLiveThemes)
  expect(live.find((theme) => theme.id === id)?.messages).toBe(all)
  return json
}

test('before, between and after the batches, figures, lists and names are those of the target theme, and a killed batch is repeated', async () => {
  await merge(invoices, deliveries, 4)
  expect(await left()).toBe(invoiced - 4)
  expect((await expectWhole(deliveries, 'Deliveries')).moving).toEqual({ messages: invoiced - 4, moved: 0 })
  const atOnce = isWhole ? 5 : 10
  let moved = 0
  for (let remaining = invoiced - 4; remaining > 0; remaining = await left()) {
    const killed = within(async (tx) => {
      await moveFurther(tx, atOnce, world.ctx.now())
      throw new Error('killed')
    })
    await expect(killed).rejects.toThrow('killed')
    expect(await left()).toBe(remaining)
    await within((tx) => moveFurther(tx, atOnce, world.ctx.now()))
    expect(await left()).toBe(Math.max(0, remaining - atOnce))
    moved += atOnce
    const { moving } = await expectWhole(deliveries, 'Deliveries')
    if (remaining > atOnce) expect(moving).toEqual({ messages: invoiced - 4, moved })
  }
  const turns = await themeMoveWork.open({ db: world.ctx.db, now: world.ctx.now })
  while (await turns?.turn(tenant.id)) expect(await left()).toBe(0)
  expect((await expectWhole(deliveries, 'Deliveries')).moving).toBeUndefined()
  expect(await within((tx) => tx.selectFrom('theme_move').selectAll().execute())).toEqual([])
})

test(
  'the target of a merge can be merged itself before its messages are moved',
  { tags: ['whole'] },
  async () => {
    await merge(invoices, deliveries, 4)
    await merge(deliveries, last, 2)
    await expectWhole(last, 'All')
    const turns = await themeMoveWork.open({ db: world.ctx.db, now: world.ctx.now })
    while (await turns?.turn(tenant.id));
    expect(await left()).toBe(0)
    await expectWhole(last, 'All')
  },
)

test('a short message takes the merged theme of a message that is not moved yet', async () => {
  await merge(invoices, deliveries, 4)
  const conversation = await within((tx) =>
    sql<{
      conversation_id: string
      posted_at: Date
      id: MessageId
    }>`select message.id, message.conversation_id, message.posted_at from message
      join message_theme placed on placed.message_id = message.id where placed.theme_id = ${invoices} limit 1`.execute(
      tx,
    ),
  )
  const [led] = conversation.rows
  await within(async (tx) => {
    const [answer] = await insertMessages(
      tx,
      [
        {
          conversation_id: led!.conversation_id as never,
          posted_at: new Date(led!.posted_at.getTime() + 1),
          group_ids: [tenant.groups.north],
          body: 'ok',
        },
      ],
      world.ctx.now(),
    )
    await followContext(tx, [answer!])
    const row = await tx
      .selectFrom('message_theme')
      .where('message_id', '=', answer!)
      .select('theme_id')
      .executeTakeFirst()
    expect(row?.theme_id).toBe(deliveries)
  })
})

test('through a message that is not moved yet, a reader of a part finds the target theme, its sub-theme and no words', async () => {
  await within((tx) => sql`update message set group_ids = array[${tenant.groups.south}]::uuid[]`.execute(tx))
  await within((tx) => sql`delete from theme_reach`.execute(tx))
  await within((tx) => sql`update theme set words = '{falkenhorst}' where id = ${deliveries}`.execute(tx))
  await merge(invoices, deliveries, 4)
  const northerner = await world.as(tenant, tenant.northerner)
  const seen = async () => (await northerner.call('GET', `/bff/themes/${deliveries}`)).status
  expect(await seen()).toBe(404)
  await within((tx) =>
    sql`update message set group_ids = array[${tenant.groups.north}]::uuid[] where id in (
      select message_id from message_theme where theme_id = ${invoices} and subtheme_id is not null limit 1)`.execute(
      tx,
    ),
  )
  expect(await seen()).toBe(200)
  const day = world.ctx.now().toISOString().slice(0, 10)
  const page = await northerner.call('GET', `/bff/themes/${deliveries}?date-from=${day}&date-to=${day}`)
  const { words, otherWords, subthemes } = page.json
  expect({ words, otherWords }).toEqual({ words: [], otherWords: [] })
  const [, subtheme] = /subthemeId\[eq\]:([\w-]+)/.exec(subthemes[0].drilldown.filter) ?? []
  const choices = await northerner.call('GET', `/bff/api/v1/subthemes?filter=id[eq]:${subtheme}`)
  expect(choices.json.items).toMatchObject([{ name: 'Deliveries: Reminders' }])
  expect((await admin.call('GET', `/bff/themes/${deliveries}`)).json.words).toContain('falkenhorst')
})

test('a merge by a node of the previous release is followed', async () => {
  await merge(invoices, deliveries, 4)
  await within(async (tx) => {
    await sql`update message_theme set theme_id = ${last} where theme_id = ${deliveries}`.execute(tx)
    await sql`update theme set merged_into = ${last}, retired_at = ${world.ctx.now()} where id = ${deliveries}`.execute(
      tx,
    )
  })
  const turns = await themeMoveWork.open({ db: world.ctx.db, now: world.ctx.now })
  while (await turns?.turn(tenant.id));
  expect(await left()).toBe(0)
  expect(await total(`themeId[eq]:${last}`)).toBe(invoiced + 5)
})
