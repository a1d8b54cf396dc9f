/** Typical messages of a theme, by the call: which they are, and which of them a reader sees. */
import type { ThemeId } from '@verbatim/contract/ids.ts'
import { themeTerms } from '@verbatim/analyser/themes/themes.ts'
import { expect, test } from 'vitest'
import { inTenant } from '#platform/db.ts'
import type { Caller } from '#testing/caller.ts'
import { useTestWorld } from '#testing/test-world.ts'
import { insertThemes } from '#testing/themes.ts'
import type { World, WorldTenant } from '#testing/world.ts'

/** By WhatsApp, whose account has no group, but the last one. */
const said = [
  ['The violin of my orchestra is broken', 'whatsapp'],
  ['Thank you, until Monday', 'whatsapp'],
  ['The orchestra of my violin is broken', 'whatsapp'],
  ['My violin has not come', 'whatsapp'],
  ['Will the violin travel by train?', 'sms'],
] as const

let world: World
let tenant: WorldTenant
let theme: ThemeId
let admin: Caller
useTestWorld(async (opened) => {
  world = opened
  tenant = await world.makeTenant('examples')
  admin = await world.as(tenant, tenant.users.super_admin)
  for (const [at, [body, channel]] of said.entries()) {
    await world.deliver(tenant, { from: `+1555010333${at}`, body, channel })
    world.pass(60_000)
  }
  await world.settle()
  await inTenant(world.ctx.db, tenant.id, async (tx) => {
    const messages = await tx.selectFrom('message').select('id').execute()
    const all = [{ name: 'Violins', messageIds: messages.map(({ id }) => id) }]
    ;[theme] = (await insertThemes(tx, all, world.ctx.now())) as [ThemeId]
    const terms = [
      ...themeTerms('violin', 'en').map((term) => [term, 0.8] as const),
      ...themeTerms('orchestra', 'en').map((term) => [term, 0.5] as const),
    ]
    await tx
      .updateTable('theme')
      .set({ terms: JSON.stringify(terms) as never })
      .execute()
  })
})

const examples = async (caller: Caller, question = '') =>
  (await caller.call('GET', `/bff/themes/${theme}/examples?${question}`)).json

test('the requested number of most typical messages is returned, without repetitions', async () => {
  const { items, total } = await examples(admin, 'limit=2')
  expect([total, items.length]).toEqual([2, 2])
  expect(items[0].body).toBe('The orchestra of my violin is broken') // the newer one of the same words
  expect(items[1].body).toMatch(/violin/)
  expect(items[1].body).not.toMatch(/broken/)
  expect(await examples(admin, 'limit=2&sort=postedDate')).toEqual({ items, total })
  const all = (await examples(admin)).items.map(({ body }: { body: string }) => body)
  expect(all.toSorted()).toEqual(said.map(([body]) => body).toSorted())
})

test('a reader gets only those that they may see, narrowed like the list', async () => {
  const northerner = await world.as(tenant, tenant.northerner)
  expect(await examples(northerner)).toMatchObject({
    total: 1,
    items: [{ body: 'Will the violin travel by train?' }],
  })
  expect((await examples(admin, 'filter=channelType[eq]:sms')).total).toBe(1)
  const withoutRole = await world.as(tenant, tenant.users.none)
  expect((await withoutRole.call('GET', `/bff/themes/${theme}/examples`)).status).toBe(403)
})

test('reading them is recorded once, as a list of the theme’s messages', async () => {
  const compliance = await world.as(tenant, tenant.users.compliance)
  const recorded = () =>
    inTenant(world.ctx.db, tenant.id, (tx) =>
      tx
        .selectFrom('audit_event')
        .where('actor_id', '=', tenant.users.compliance)
        .where('type', '=', 'messages_listed')
        .selectAll()
        .execute(),
    )
  await examples(compliance, 'limit=5')
  await examples(compliance, 'limit=5')
  const entries = await recorded()
  expect(entries.length).toBe(1)
  expect(JSON.stringify(entries)).toContain(theme)
})
