/** Times in directories, by which a message could be found that has its people under pseudonyms. */
import { expect, test } from 'vitest'
import type { Caller } from '#testing/caller.ts'
import { furnish } from '#testing/furnish.ts'
import { useTestWorld } from '#testing/test-world.ts'
import type { World, WorldTenant } from '#testing/world.ts'

let world: World
let tenant: WorldTenant
let admin: Caller
let contactId: string

useTestWorld(async (opened) => {
  world = opened
  tenant = await world.makeTenant('times')
  const owner = await world.as(tenant, tenant.users.super_admin)
  const contact = { name: 'Wendy Wombat', phoneNumbers: ['+15550103333'], groupIds: [tenant.groups.north] }
  contactId = (await owner.call('POST', '/messenger/api/v1/contacts', contact)).json.id
  await furnish(world, tenant)
  await hide(true)
})

async function hide(readsUnderPseudonyms: boolean) {
  const owner = await world.as(tenant, tenant.users.super_admin)
  expect((await owner.call('PUT', '/bff/organizations', { readsUnderPseudonyms })).status).toBe(200)
  world.pass(4_000)
  admin = await world.as(tenant, tenant.users.tenant_admin)
}

const get = async (url: string) => {
  const answer = await admin.call('GET', url)
  expect([url, answer.status], answer.text).toEqual([url, 200])
  return answer
}
/** What a change would close, without making it. */
const effect = () =>
  admin.call('POST', `/messenger/api/v1/contacts/${contactId}/effect`, { phoneNumbers: ['+15550104444'] })

/** What the directories of accounts say of when a message came. */
async function accounts(): Promise<string[]> {
  const health = await get('/bff/api/v1/accounts')
  const paths = health.json.items.map(({ id }: { id: string }) => `/bff/api/v1/accounts/${id}`)
  const pages = await Promise.all([...paths, '/external-accounts/api/v1/sms/accounts'].map(get))
  return [health, ...pages].map(({ text }) => text)
}

/** When the messages of the library were sent and captured. */
async function times(): Promise<string[]> {
  const { items } = (await get('/bff/api/v1/messages')).json
  const found = items.flatMap(({ postedAt, capturedAt }: Record<string, string>) => [postedAt, capturedAt])
  expect(found.length).toBeGreaterThan(1)
  for (const at of found) expect(at).toMatch(/^\d{4}-/)
  return found
}

test('under pseudonyms no directory has the time of a message, but under names they do', async () => {
  const known = await times()
  const said = async () => {
    const closing = await effect()
    expect([closing.status, closing.json.conversations], closing.text).toEqual([200, 1])
    const text = [closing.text, ...(await accounts())].join()
    return known.filter((at) => text.includes(at))
  }
  expect(await said()).toEqual([])
  expect((await effect()).json.sample).toEqual([])
  const { items } = (await get('/bff/api/v1/accounts')).json
  const heard = items.flatMap(({ lastEventAt }: { lastEventAt: string | null }) => lastEventAt ?? [])
  expect(heard).toEqual([expect.stringMatching(/T\d\d:00:00\.000Z$/)])
  await hide(false)
  expect((await effect()).json.sample).toHaveLength(1)
  expect((await said()).length).toBeGreaterThan(1)
  await hide(true)
})

test('under pseudonyms accounts cannot be asked for the moment of their last message', async () => {
  const asked = 'filter=lastEventAt[gte]:2026-01-01T10:20:30.000Z'
  for (const list of ['/bff/api/v1/accounts', '/external-accounts/api/v1/sms/accounts']) {
    const { status, json } = await admin.call('GET', `${list}?${asked}`)
    expect([list, status, json.code]).toEqual([list, 403, 'identity.hidden'])
    await get(`${list}?filter=lastEventAt[gte]:2026-01-01`)
  }
})
