/** The address of an embedded insight, and the page that its frame opens: all who may not see it try. */
import { rolePermissions, roles } from '@verbatim/contract/permissions.ts'
import { expect, test } from 'vitest'
import type { Caller } from '#testing/caller.ts'
import { checksum } from '#testing/crawl/checksum.ts'
import {
  cookieOf,
  dashboardUrl,
  embedIn,
  frameOf,
  providerUrl,
  rowsIn,
  setUpMetabase,
} from '#testing/embedded-frames.ts'
import { canary } from '#testing/furnish.ts'
import type { World, WorldTenant } from '#testing/world.ts'

let world: World
let ours: WorldTenant
let theirs: WorldTenant
/** What each shows to those who see everything of their organization. */
let insights: ReadonlyMap<WorldTenant, string>
const callers = new Map<string, Caller>()

setUpMetabase(async (opened, metabase) => {
  world = opened
  ours = await world.makeTenant('ours')
  theirs = await world.makeTenant('theirs')
  for (const role of roles) callers.set(role, await world.as(ours, ours.users[role]))
  callers.set('northerner', await world.as(ours, ours.northerner))
  callers.set('representative', await world.as(ours, ours.representative))
  callers.set('foreigner', await world.as(theirs, theirs.users.super_admin))
  callers.set('foreign representative', await world.as(theirs, theirs.representative))
  const tenants = [ours, theirs]
  metabase.rows = tenants.flatMap((tenant) =>
    (['everything', 'north'] as const).map((profile) => ({
      tenantId: tenant.id,
      profileId: tenant.profiles[profile],
      words: `${canary(tenant)} of ${profile}`,
    })),
  )
  const embedded = async (tenant: WorldTenant, caller: Caller) => {
    const forAll = { audience: 'profiles', profileIds: [tenant.profiles.everything] }
    const { id } = await embedIn(caller, metabase, { name: `Embedded ${canary(tenant)}`, ...forAll })
    return [tenant, id] as const
  }
  insights = new Map([
    await embedded(ours, callers.get('super_admin')!),
    await embedded(theirs, callers.get('foreigner')!),
  ])
})

test('an address is given to those who may see the insight, and to no other role, profile or organization', async () => {
  const url = dashboardUrl(insights.get(ours))
  for (const role of roles) {
    const { status } = await callers.get(role)!.call('GET', url)
    expect([role, status]).toEqual([role, rolePermissions[role].includes('insights.view') ? 200 : 403])
  }
  for (const [name, refused] of [
    ['northerner', 404],
    ['foreigner', 404],
    ['representative', 403],
    ['foreign representative', 403],
  ] as const) {
    const answer = await callers.get(name)!.call('GET', url)
    expect([name, answer.status, answer.headers['set-cookie']]).toEqual([name, refused, undefined])
  }
})

test('an address opens one page with the rows of its organization and profile for the browser that got it, and nothing for any other', async () => {
  const given = async (name: string, tenant: WorldTenant) => {
    const answer = await callers.get(name)!.call('GET', dashboardUrl(insights.get(tenant)))
    return { url: String(answer.json.url), cookie: cookieOf(answer) }
  }
  const own = await given('super_admin', ours)
  const colleague = await given('tenant_admin', ours)
  const foreigner = await given('foreigner', theirs)
  const before = await checksum(world, ours)
  for (const [at, [tenant, url, headers]] of (
    [
      [ours, own.url, {}],
      [ours, own.url, { cookie: colleague.cookie }],
      [ours, own.url, { cookie: foreigner.cookie }],
      [ours, foreigner.url, { cookie: foreigner.cookie }],
      [ours, foreigner.url, { cookie: own.cookie }],
      [ours, `${own.url.slice(0, -4)}none`, { cookie: own.cookie }],
      [ours, own.url, { cookie: own.cookie, 'sec-fetch-dest': 'document' }],
      [ours, own.url, { cookie: own.cookie, 'sec-fetch-site': 'cross-site' }],
      [theirs, own.url, { cookie: own.cookie }],
      [theirs, own.url, { cookie: foreigner.cookie }],
    ] as const
  ).entries()) {
    const page = await frameOf(world, tenant, url, headers)
    expect([at, page.status, providerUrl(page.text)]).toEqual([at, 410, undefined])
    expect([at, page.text.includes('canary')]).toEqual([at, false])
  }
  expect(await checksum(world, ours)).toBe(before)
  for (const [tenant, { url, cookie }] of [
    [ours, own],
    [theirs, foreigner],
  ] as const) {
    const page = await frameOf(world, tenant, url, { cookie })
    expect(page.status).toBe(200)
    const shown = await rowsIn(page.text, tenant)
    expect(shown.match(/canary\w+canary of \w+/g)).toEqual([`${canary(tenant)} of everything`])
    expect((await frameOf(world, tenant, url, { cookie })).status).toBe(410)
  }
})
