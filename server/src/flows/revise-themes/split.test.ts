/** A sub-theme becomes a theme of its own: by the call, in batches, and in later revisions. */
import { channels } from '@verbatim/contract/channels.ts'
import type { GroupId, MessageId, SubthemeId, ThemeId } from '@verbatim/contract/ids.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { splitTheme } from '#domains/themes/split-commands.ts'
import { openReadings } from '#flows/examine/read.ts'
import type { Actor } from '#kernel/actor.ts'
import { inTenant, type TenantTx } from '#platform/db.ts'
import type { Caller } from '#testing/caller.ts'
import { insertMessages } from '#testing/messages.ts'
import { useTenants } from '#testing/test-world.ts'
import type { World, WorldTenant } from '#testing/world.ts'
import { openThemePlacer } from './place.ts'
import { reviseThemes } from './revise.ts'

let world: World
let tenant: WorldTenant
let admin: Caller

const parts = {
  fund: 'The fund and',
  bond: 'My bonds and',
  dividend: 'The dividend and',
  weather: 'The snow and the rain and',
  pension: 'My old pension and its transfer value and',
}
const textOf = (part: keyof typeof parts, at: number) =>
  `${parts[part]} zq${'abcdefghij'[at % 10]}${'klm'[at % 3]}${part}`

useTenants('split', async (fresh, opened) => {
  world = opened
  // So that all messages are of one day.
  world.passToNoon()
  tenant = fresh
  admin = await world.as(tenant, tenant.users.super_admin)
  await within(async (tx) => {
    const bodies = (['fund', 'bond', 'dividend', 'weather', 'pension'] as const).flatMap((part) =>
      Array.from({ length: part === 'weather' || part === 'pension' ? 90 : 30 }, (_, at) => textOf(part, at)),
    )
    const { north, south } = tenant.groups
    // One about a fund is all that a reader of the north sees.
    await insertMessages(
      tx,
      bodies.map((body, at) => ({ body, language: 'en', group_ids: [at === 0 ? north : south] })),
      world.ctx.now(),
    )
  })
  await revise()
})

const within = <T>(work: (tx: TenantTx) => Promise<T>) => inTenant(world.ctx.db, tenant.id, work)

async function revise() {
  await within((tx) =>
    sql`insert into theme_set (due_at, fresh) values (now(), 1)
      on conflict (tenant_id) do update set fresh = 1, due_at = now()`.execute(tx),
  )
  await reviseThemes(world.ctx, tenant.id)
}

const period = () => {
  const day = world.ctx.now().toISOString().slice(0, 10)
  return `date-from=${day}&date-to=${day}`
}
interface Listed {
  id: ThemeId
  name: string
  messages: number
}
const listed = async (caller = admin): Promise<Listed[]> =>
  (await caller.call('GET', `/bff/themes/metrics?${period()}`)).json.items
const counts = async () => Object.fromEntries((await listed()).map(({ name, messages }) => [name, messages]))
const theme = async (id: ThemeId) => (await admin.call('GET', `/bff/themes/${id}?${period()}`)).json
const themeNamed = async (name: string) => theme((await listed()).find((one) => one.name === name)!.id)
const split = (id: ThemeId, body: object, caller = admin) =>
  caller.call('POST', `/bff/themes/${id}/split`, body)

async function funds(): Promise<{ investments: ThemeId; subthemeId: SubthemeId; version: number }> {
  const { id, subthemes, version } = await themeNamed('Investments')
  const { id: subthemeId } = subthemes.find(({ name }: { name: string }) => name === 'Fund')
  return { investments: id, subthemeId, version }
}

test('a sub-theme becomes a theme of its own with its messages, and both histories say who split it', async () => {
  const { investments, subthemeId, version } = await funds()
  const { json } = await split(investments, { subthemeId, expectedVersion: version })
  expect(await counts()).toMatchObject({ Investments: 60, Fund: 30 })
  const own = await theme(json.id)
  expect(own).toMatchObject({ name: 'Fund', isNamedByPerson: true, version: json.version, subthemes: [] })
  expect(own.history).toMatchObject([{ kind: 'split', other: { id: investments }, by: expect.any(String) }])
  const origin = await theme(investments)
  expect(origin.history[0]).toMatchObject({ kind: 'split', part: { id: json.id, name: 'Fund' } })
  expect(origin.history[0].other).toBeUndefined()
  expect(origin.subthemes.map(({ name }: { name: string }) => name).toSorted()).toEqual(['Bonds', 'Dividend'])
  const rows = await admin.call('GET', `/bff/api/v1/messages?filter=themeId[eq]:${json.id}`)
  expect(rows.json.total).toBe(30)
  const choices = await admin.call('GET', '/bff/api/v1/subthemes')
  expect(JSON.stringify(choices.json)).not.toContain('Fund')
  const examples = await admin.call('GET', `/bff/themes/${json.id}/examples?limit=3`)
  expect(examples.json.items).toHaveLength(3)
  const trail = (await admin.call('GET', '/audit/events')).json.items
  expect(trail.find(({ type }: { type: string }) => type === 'theme_split')).toMatchObject({
    target: { id: json.id, name: 'Fund' },
  })
})

test('what was split off and is hidden is named only to those who may hide themes', async () => {
  const { investments, subthemeId, version } = await funds()
  const { json } = await split(investments, { subthemeId, expectedVersion: version })
  await admin.call('PUT', `/bff/themes/${json.id}`, { isHidden: true })
  const parts = async (caller: Caller) => {
    const { history } = (await caller.call('GET', `/bff/themes/${investments}?${period()}`)).json
    return history.flatMap(({ part }: { part?: { name: string } }) => part?.name ?? [])
  }
  expect(await parts(admin)).toEqual(['Fund'])
  const analyst = await world.as(tenant, tenant.users.analyst)
  expect(await parts(analyst)).toEqual([])
  await admin.call('PUT', `/bff/themes/${json.id}`, { isHidden: false })
  expect(await parts(analyst)).toEqual(['Fund'])
})

test('later revisions keep it with its name, its messages and its words, and new messages like them get it', async () => {
  const { investments, subthemeId } = await funds()
  const { id } = (await split(investments, { subthemeId, name: 'Our funds' })).json
  for (let times = 0; times < 2; times++) {
    await revise()
    expect(await counts()).toMatchObject({ Investments: 60, 'Our funds': 30 })
  }
  expect(await theme(id)).toMatchObject({ id, name: 'Our funds', words: expect.arrayContaining(['fund']) })
  expect((await theme(investments)).words).not.toContain('fund')

  const body = textOf('fund', 7)
  const [messageId] = await within((tx) => insertMessages(tx, [{ body, language: 'en' }], world.ctx.now()))
  const said = { messageId, revision: 1, subject: undefined, text: body, direction: 'inbound' } as never
  const read = await openReadings()
  await within((tx) => openThemePlacer().place(tx, [said], read, world.ctx.now()))
  expect(await placeOf(messageId!)).toMatchObject({ theme_id: id, subtheme_id: subthemeId })
  await revise()
  expect(await counts()).toMatchObject({ Investments: 60, 'Our funds': 31 })
})

const placeOf = (id: MessageId) =>
  within((tx) =>
    tx.selectFrom('message_theme').where('message_id', '=', id).selectAll().executeTakeFirstOrThrow(),
  )

test('messages of a large sub-theme are moved one batch after another', { tags: ['whole'] }, async () => {
  const { investments, subthemeId } = await funds()
  const actor = actorOf('all')
  await within((tx) =>
    splitTheme(
      tx,
      actor,
      { id: investments, subthemeId, expectedVersion: undefined, movedAtOnce: 7 },
      world.ctx.now(),
    ),
  )
  expect(await counts()).toMatchObject({ Investments: 83, Fund: 7 })
  await reviseThemes(world.ctx, tenant.id)
  expect(await counts()).toMatchObject({ Investments: 60, Fund: 30 })
})

test('merged into the theme that it was a part of, it is a sub-theme again', async () => {
  const { investments, subthemeId } = await funds()
  const { id } = (await split(investments, { subthemeId })).json
  expect((await admin.call('POST', `/bff/themes/${id}/merge`, { into: investments })).status).toBe(200)
  expect(await themeNamed('Investments')).toMatchObject({ messages: 90 })
  expect((await funds()).subthemeId).toBe(subthemeId)
  await revise()
  expect(await counts()).toMatchObject({ Investments: 90 })
})

test(
  'merged into another theme, its messages and new ones like them belong to that one',
  { tags: ['whole'] },
  async () => {
    const { investments, subthemeId } = await funds()
    const { id } = (await split(investments, { subthemeId })).json
    const weather = (await listed()).find(({ name }) => name !== 'Investments' && name !== 'Fund')!
    expect((await admin.call('POST', `/bff/themes/${id}/merge`, { into: weather.id })).status).toBe(200)
    await revise()
    expect(await counts()).toMatchObject({ Investments: 60, [weather.name]: weather.messages + 30 })
  },
)

test(
  'two themes that were split are merged into one, and the theme that they came from into that',
  { tags: ['whole'] },
  async () => {
    const { investments, subthemeId } = await funds()
    const { id } = (await split(investments, { subthemeId })).json
    const { subthemes } = await theme(investments)
    const bonds = subthemes.find(({ name }: { name: string }) => name === 'Bonds')
    const other = (await split(investments, { subthemeId: bonds.id })).json
    expect((await admin.call('POST', `/bff/themes/${id}/merge`, { into: other.id })).status).toBe(200)
    await revise()
    expect(await counts()).toMatchObject({ Investments: 30, Bonds: 60 })
    expect((await admin.call('POST', `/bff/themes/${investments}/merge`, { into: other.id })).status).toBe(
      200,
    )
    await revise()
    expect(await counts()).toMatchObject({ Bonds: 90 })
    expect((await theme(other.id)).subthemes.length).toBeGreaterThan(1)
  },
)

test('a theme is not split by what is gone, changed or already called so', async () => {
  const { investments, subthemeId, version } = await funds()
  const weather = (await listed()).find(({ name }) => name !== 'Investments')!
  expect(await split(weather.id, { subthemeId })).toMatchObject({ json: { code: 'theme.no-subtheme' } })
  expect(await split(investments, { subthemeId, name: ` ${weather.name.toUpperCase()}` })).toMatchObject({
    json: { code: 'theme.name-taken' },
  })
  expect(await split(investments, { subthemeId, expectedVersion: version + 1 })).toMatchObject({
    json: { code: 'theme.changed' },
  })
  expect((await split(investments, { subthemeId })).status).toBe(200)
  expect(await split(investments, { subthemeId })).toMatchObject({ json: { code: 'theme.no-subtheme' } })
})

test('only those may split a theme who manage themes, may see the sub-theme, and are of the organization', async () => {
  const { investments, subthemeId } = await funds()
  const analyst = await world.as(tenant, tenant.users.analyst)
  expect(await split(investments, { subthemeId }, analyst)).toMatchObject({
    status: 403,
    json: { details: { permission: 'themes.manage' } },
  })
  const other = await world.makeTenant(`other-${tenant.label}`)
  const foreigner = await world.as(other, other.users.super_admin)
  expect(await split(investments, { subthemeId }, foreigner)).toMatchObject({
    status: 404,
    json: { code: 'theme.not-found' },
  })
  const northerner = actorOf([tenant.groups.north])
  const { subthemes } = await theme(investments)
  const bonds = subthemes.find(({ name }: { name: string }) => name === 'Bonds')
  const ask = (id: SubthemeId) =>
    within((tx) =>
      splitTheme(
        tx,
        northerner,
        { id: investments, subthemeId: id, expectedVersion: undefined },
        world.ctx.now(),
      ),
    )
  await expect(ask(bonds.id)).rejects.toMatchObject({ code: 'theme.no-subtheme' })
  expect(await ask(subthemeId)).toMatchObject({ version: 1 })
})

const actorOf = (groupIds: 'all' | readonly GroupId[]): Actor => ({
  tenantId: tenant.id,
  userId: tenant.users.super_admin,
  name: 'Ann Ash',
  role: 'super_admin',
  messengerRole: 'user',
  permissions: new Set(['themes.manage']),
  scope: [{ channels: [...channels], groupIds }],
})
