/** Themes by the calls: what each role may do, what it sees, and what becomes of a theme. */
import { channels } from '@verbatim/contract/channels.ts'
import { dayMs } from '@verbatim/contract/durations.ts'
import type { ContactId, GroupId, ThemeId } from '@verbatim/contract/ids.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { updateTheme } from '#domains/themes/commands.ts'
import { findThemeChanges } from '#domains/themes/queries.ts'
import { putThemes } from '#domains/themes/placing-commands.ts'
import type { Actor } from '#kernel/actor.ts'
import { newId } from '#kernel/uuid.ts'
import { inTenant } from '#platform/db.ts'
import type { Caller } from '#testing/caller.ts'
import { insertMessages } from '#testing/messages.ts'
import { useTenants } from '#testing/test-world.ts'
import { insertThemes } from '#testing/themes.ts'
import type { World, WorldTenant } from '#testing/world.ts'

let world: World
let tenant: WorldTenant
let deliveries: ThemeId
let invoices: ThemeId
let secret: ThemeId
let admin: Caller
let analyst: Caller

useTenants('themes', async (fresh, opened) => {
  world = opened
  tenant = fresh
  admin = await world.as(tenant, tenant.users.super_admin)
  analyst = await world.as(tenant, tenant.users.analyst)
  for (const [at, body] of ['Where is my parcel?', 'The parcel is late', 'Please pay the invoice'].entries())
    await world.deliver(tenant, { from: `+1555010333${at}`, body })
  await world.settle()
  const { items } = (await admin.call('GET', '/bff/api/v1/messages?sort=postedDate')).json
  const about = (word: string) =>
    items.filter(({ body }: { body: string }) => body.includes(word)).map(({ id }: { id: string }) => id)
  const made = await inTenant(world.ctx.db, tenant.id, (tx) =>
    insertThemes(
      tx,
      [
        { name: 'Deliveries', messageIds: about('parcel') },
        { name: 'Invoices', messageIds: about('invoice') },
        { name: 'Too small', messageIds: [], isShown: false },
      ],
      world.ctx.now(),
    ),
  )
  deliveries = made[0]!
  invoices = made[1]!
  secret = made[2]!
})

const day = () => world.ctx.now().toISOString().slice(0, 10)
const period = () => `date-from=${day()}&date-to=${day()}`
const metrics = async (caller: Caller, more = '') =>
  (await caller.call('GET', `/bff/themes/metrics?${period()}${more}`)).json
const namesOf = ({ items }: { items: { name: string }[] }) => items.map(({ name }) => name)
const theme = (caller: Caller, id: ThemeId) => caller.call('GET', `/bff/themes/${id}?${period()}`)

test('the figure of a theme is the number of rows of its list', async () => {
  const { items, coverage } = await metrics(analyst)
  expect(items).toMatchObject([
    { name: 'Deliveries', messages: 2, share: 66.7, contacts: 2, trend: 'steady', feeling: null },
    { name: 'Invoices', messages: 1 },
  ])
  expect(coverage).toMatchObject({ messages: 3, placed: 3 })
  const [{ drilldown }] = items
  const rows = await analyst.call(
    'GET',
    `/bff/api/v1/messages?period=${encodeURIComponent(drilldown.period)}&filter=${encodeURIComponent(drilldown.filter)}`,
  )
  expect(rows.json).toMatchObject({ total: 2, items: [{ theme: { name: 'Deliveries' } }, {}] })
  const its = await analyst.call('GET', `/bff/themes/${deliveries}/messages?search=late`)
  expect(its.json).toMatchObject({ total: 1, items: [{ body: 'The parcel is late' }] })
})

test('a theme that a user dislikes leaves only that user’s first view, and can come back; one that they like comes first', async () => {
  expect((await analyst.call('POST', '/bff/themes/dislike', { id: deliveries })).json).toMatchObject({
    feeling: 'dislike',
  })
  expect(await metrics(analyst)).toMatchObject({ items: [{ name: 'Invoices' }], disliked: 1 })
  expect(namesOf(await metrics(analyst, '&view=disliked'))).toEqual(['Deliveries'])
  expect(namesOf(await metrics(admin))).toEqual(['Deliveries', 'Invoices'])
  await analyst.call('POST', '/bff/themes/dislike', { id: deliveries, undo: true })
  await analyst.call('POST', '/bff/entities/like', { id: invoices })
  expect(namesOf(await metrics(analyst))).toEqual(['Invoices', 'Deliveries'])
  expect((await theme(analyst, invoices)).json.feeling).toBe('like')
})

test('themes come first that stand out, or those with most messages', async () => {
  const later = new Date(world.ctx.now().getTime() - 40 * dayMs).toISOString().slice(0, 10)
  const ask = async (order: string) =>
    namesOf(
      (await analyst.call('GET', `/bff/themes/metrics?date-from=${later}&date-to=${day()}&order=${order}`))
        .json,
    )
  // The invoices of one week, long ago: what is spread over the weeks less evenly is first.
  await inTenant(world.ctx.db, tenant.id, async (tx) => {
    const at = new Date(world.ctx.now().getTime() - 30 * dayMs)
    const paid = await insertMessages(tx, [{ posted_at: at }], world.ctx.now())
    const spread = await insertMessages(
      tx,
      [36, 29, 22, 15, 8].map((days) => ({
        posted_at: new Date(world.ctx.now().getTime() - days * dayMs),
      })),
      world.ctx.now(),
    )
    await putThemes(tx, [
      ...paid.map((messageId) => ({ messageId, themeId: invoices })),
      ...spread.map((messageId) => ({ messageId, themeId: deliveries })),
    ])
  })
  expect(await ask('messages')).toEqual(['Deliveries', 'Invoices'])
  expect(await ask('standing-out')).toEqual(['Invoices', 'Deliveries'])
  expect((await analyst.call('GET', `/bff/themes/metrics?order=loudest`)).status).toBe(400)
})

test('a name that a person gave is shown, kept in the history, and unique', async () => {
  const { version } = (await theme(admin, deliveries)).json
  const rename = (name: string, expectedVersion?: number) =>
    admin.call('PUT', `/bff/themes/${deliveries}`, { name, expectedVersion })
  expect((await rename('Parcels', version)).status).toBe(200)
  expect(await rename('Late', version)).toMatchObject({ status: 409, json: { code: 'theme.changed' } })
  expect(await rename(' invoices ')).toMatchObject({ status: 409, json: { code: 'theme.name-taken' } })
  expect((await rename(' ')).status).toBe(400)
  expect((await theme(admin, deliveries)).json).toMatchObject({
    name: 'Parcels',
    isNamedByPerson: true,
    history: [
      { kind: 'renamed', was: 'Deliveries' },
      { kind: 'new', reason: 'Found in messages' },
    ],
  })
  const trail = (await admin.call('GET', '/audit/events')).json
  expect(trail.items.filter(({ type }: { type: string }) => type === 'theme_renamed')).toHaveLength(1)
})

test('a hidden theme is not shown to others, and can come back', async () => {
  const hide = (isHidden: boolean) => admin.call('PUT', `/bff/themes/${deliveries}`, { isHidden })
  await hide(true)
  expect(await metrics(analyst)).toMatchObject({ items: [{ name: 'Invoices' }], hidden: 0 })
  expect(await metrics(admin)).toMatchObject({ items: [{ name: 'Invoices' }], hidden: 1 })
  const hidden = await analyst.call('GET', `/bff/themes/metrics?${period()}&view=hidden`)
  expect(hidden).toMatchObject({ status: 403, json: { details: { permission: 'themes.manage' } } })
  for (const path of ['', '/messages'])
    expect((await analyst.call('GET', `/bff/themes/${deliveries}${path}`)).status).toBe(404)
  expect((await theme(admin, deliveries)).status).toBe(200)
  expect(namesOf(await metrics(admin, '&view=hidden'))).toEqual(['Deliveries'])
  const { items } = (await analyst.call('GET', '/bff/api/v1/messages?search=parcel')).json
  expect(items.map((one: { theme?: unknown }) => one.theme)).toEqual([undefined, undefined])
  expect(namesOf((await analyst.call('GET', '/bff/api/v1/themes')).json)).toEqual(['Invoices'])
  await hide(false)
  expect(namesOf(await metrics(analyst))).toEqual(['Deliveries', 'Invoices'])
})

test('a merged theme is removed, and its messages, words and history belong to the target theme', async () => {
  const merge = (id: ThemeId, into: ThemeId) => admin.call('POST', `/bff/themes/${id}/merge`, { into })
  expect(await merge(invoices, invoices)).toMatchObject({ status: 409, json: { code: 'theme.same' } })
  expect((await merge(invoices, deliveries)).json).toMatchObject({ id: deliveries })
  expect(await metrics(analyst)).toMatchObject({ items: [{ name: 'Deliveries', messages: 3 }] })
  const { history, words } = (await theme(admin, deliveries)).json
  expect(history[0]).toMatchObject({ kind: 'merged', other: { name: 'Invoices' } })
  expect(words).toEqual(['invoices'])
})

test('an ID of a merged theme finds the theme it became, and no theme is merged into a merged one', async () => {
  const [parcels] = await inTenant(world.ctx.db, tenant.id, (tx) =>
    insertThemes(tx, [{ name: 'Parcels', messageIds: [] }], world.ctx.now()),
  )
  const merge = (id: ThemeId, into: ThemeId) => admin.call('POST', `/bff/themes/${id}/merge`, { into })
  expect((await merge(invoices, deliveries)).status).toBe(200)
  expect((await merge(deliveries, parcels!)).status).toBe(200)
  for (const id of [invoices, deliveries]) {
    expect((await theme(analyst, id)).json).toMatchObject({ id: parcels, name: 'Parcels', messages: 3 })
    expect((await analyst.call('GET', `/bff/themes/${id}/messages`)).json).toMatchObject({ total: 3 })
    const rows = (filter: string) => analyst.call('GET', `/bff/api/v1/messages?filter=${filter}`)
    expect((await rows(`themeId[eq]:${id}`)).json).toMatchObject({ total: 3 })
    expect((await rows(`themeId[neq]:${id}`)).json).toMatchObject({ total: 0 })
    expect((await analyst.call('GET', `/bff/api/v1/themes?filter=id[eq]:${id}`)).json).toMatchObject({
      items: [{ id: parcels, name: 'Parcels' }],
    })
    expect((await analyst.call('POST', '/bff/themes/like', { id })).json).toMatchObject({ id: parcels })
    // A change records the current name of a theme.
    expect((await merge(id, parcels!)).status).toBe(404)
    expect((await merge(parcels!, id)).status).toBe(404)
    expect((await admin.call('PUT', `/bff/themes/${id}`, { name: 'Mine' })).status).toBe(404)
  }
})

test('authors are counted as the contact that they were merged into, and their messages are found', async () => {
  const now = world.ctx.now()
  const [kept, gone] = [newId<ContactId>(now), newId<ContactId>(now)]
  await inTenant(world.ctx.db, tenant.id, async (tx) => {
    await sql`insert into contact (id, name, merged_into, archived_at)
      values (${kept}, 'Ann Ash', null, null), (${gone}, 'A. Ash', ${kept}, ${now})`.execute(tx)
    const ids = await insertMessages(
      tx,
      [kept, gone, gone].map((author_contact_id) => ({ author_contact_id, posted_at: now })),
      now,
    )
    await putThemes(
      tx,
      ids.map((messageId) => ({ messageId, themeId: invoices })),
    )
  })
  const { people } = (await theme(analyst, invoices)).json
  expect(people[0]).toMatchObject({ name: 'Ann Ash', contactId: kept, messages: 3 })
  const { filter } = people[0].drilldown
  const rows = await analyst.call('GET', `/bff/api/v1/messages?filter=${encodeURIComponent(filter)}`)
  expect(rows.json.total).toBe(3)
})

test('only a theme that the user may know can make a name unavailable', async () => {
  await inTenant(world.ctx.db, tenant.id, async (tx) => {
    const ids = await insertMessages(
      tx,
      [{ group_ids: [tenant.groups.south] }, { group_ids: [tenant.groups.south] }],
      world.ctx.now(),
    )
    const [mine] = await insertThemes(
      tx,
      ids.map((id, at) => ({ name: `Mine ${at}`, messageIds: [id] })),
      world.ctx.now(),
    )
    const actor: Actor = {
      tenantId: tenant.id,
      userId: tenant.users.compliance,
      name: 'Sam South',
      role: 'compliance',
      messengerRole: 'user',
      permissions: new Set(),
      scope: [{ channels: [...channels], groupIds: [tenant.groups.south] }],
    }
    const rename = (name: string) =>
      updateTheme(tx, actor, { id: mine!, expectedVersion: undefined, name }, world.ctx.now())
    await expect(rename('mine 1')).rejects.toMatchObject({ code: 'theme.name-taken' })
    expect(await rename('Deliveries')).toMatchObject({ id: mine })
  })
})

test('only users who may manage themes change them, and only users with the feedback permission like them', async () => {
  const calls = [
    ['PUT', `/bff/themes/${deliveries}`, { name: 'Mine' }],
    ['POST', `/bff/themes/${invoices}/merge`, { into: deliveries }],
  ] as const
  for (const [method, url, body] of calls)
    expect(await analyst.call(method, url, body)).toMatchObject({
      status: 403,
      json: { details: { permission: 'themes.manage' } },
    })
  const stranger = await world.as(tenant, tenant.users.none)
  for (const path of [
    '/bff/themes/like',
    '/bff/themes/dislike',
    '/bff/entities/like',
    '/bff/entities/dislike',
  ])
    expect(await stranger.call('POST', path, { id: deliveries })).toMatchObject({
      status: 403,
      json: { details: { permission: 'themes.feedback' } },
    })
  expect((await stranger.call('GET', '/bff/themes/metrics')).status).toBe(403)
  expect(namesOf(await metrics(admin))).toEqual(['Deliveries', 'Invoices'])
})

test('a reader of a part gets no words of messages and no names of themes that they may not see', async () => {
  await inTenant(world.ctx.db, tenant.id, async (tx) => {
    await sql`insert into theme_change (id, theme_id, kind, other_id, reason, at)
      values (gen_random_uuid(), ${deliveries}, 'split', ${invoices}, 'Takeover', now())`.execute(tx)
    await sql`insert into theme_change (id, theme_id, kind, other_id, reason, at)
      values (gen_random_uuid(), ${invoices}, 'merged', ${deliveries}, 'Layoffs', now())`.execute(tx)
    const history = (groupIds: 'all' | readonly GroupId[]) =>
      findThemeChanges(tx, { scope: [{ channels: [...channels], groupIds }], seesHidden: true }, deliveries)
    expect(JSON.stringify(await history('all'))).toMatch(/Invoices.*Takeover|Takeover.*Invoices/)
    expect(JSON.stringify(await history('all'))).toContain('Layoffs')
    expect(JSON.stringify(await history([tenant.groups.south]))).not.toMatch(/Invoices|Takeover|Layoffs/)
  })
})

test('a reader knows of no theme whose messages they may not see, and of none of another organization', async () => {
  const northerner = await world.as(tenant, tenant.northerner)
  const { items } = (await northerner.call('GET', '/bff/api/v1/messages')).json
  const seen = await metrics(northerner)
  expect(seen.coverage.messages).toBe(items.length)
  const other = await world.makeTenant(`other-${tenant.label}`)
  const foreigner = await world.as(other, other.users.super_admin)
  expect(await metrics(foreigner)).toMatchObject({ items: [], coverage: { messages: 0, revisedAt: null } })
  for (const id of [deliveries, secret])
    expect(await theme(foreigner, id)).toMatchObject({ status: 404, json: { code: 'theme.not-found' } })
  expect((await foreigner.call('POST', '/bff/themes/like', { id: deliveries })).status).toBe(404)
})
