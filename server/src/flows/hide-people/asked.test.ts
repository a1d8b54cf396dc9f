/** What a reader under pseudonyms asked is kept with the IDs of directories, and said with those of choices. */
import { expect, test } from 'vitest'
import { runExports } from '#flows/make-exports/run-exports.ts'
import type { Caller } from '#testing/caller.ts'
import type { Things } from '#testing/crawl/things.ts'
import { furnish } from '#testing/furnish.ts'
import { useTestWorld } from '#testing/test-world.ts'
import type { World, WorldTenant } from '#testing/world.ts'

let world: World
let tenant: WorldTenant
let things: Things
/** Keeps the directories, exports and reads the trail, and may not reveal. */
let admin: Caller

useTestWorld(async (opened) => {
  world = opened
  tenant = await world.makeTenant('asked')
  const owner = await world.as(tenant, tenant.users.super_admin)
  const contact = { name: 'Wendy Wombat', phoneNumbers: ['+15550103333'], groupIds: [tenant.groups.north] }
  expect((await owner.call('POST', '/messenger/api/v1/contacts', contact)).status).toBe(200)
  things = await furnish(world, tenant)
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
const library = '/bff/api/v1/messages'
const events = '/bff/api/v1/cognitive-events'

/** Which of the IDs in directories a text says. */
async function said(text: string): Promise<string[]> {
  const [contact] = (await get('/messenger/api/v1/contacts?search=wendy')).json.items
  const accounts = (await get('/bff/api/v1/accounts')).json.items as { id: string }[]
  const known = [contact.id as string, tenant.representative, ...accounts.map(({ id }) => id)]
  return known.filter((id) => text.includes(id))
}

interface Choice {
  readonly id: string
  readonly name: string
}
const choicesOf = async (kind: string): Promise<readonly Choice[]> =>
  (await get(`/bff/api/v1/message-sources?kind=${kind}`)).json.items

/** The choice of the representative whose message it is. */
async function ownerChoice(): Promise<string> {
  for (const { id } of await choicesOf('owner')) {
    const { items } = (await get(`${library}?filter=ownerId[eq]:${id}`)).json
    if (items.some((message: Choice) => message.id === things.messageId)) return id
  }
  throw new Error('no owner has the message')
}

/** The lists, with a filter for the one message: who wrote it and, of messages, whose it is and the account that it came by. */
async function asked(): Promise<(readonly [list: string, filter: string])[]> {
  const message = (await get(`${library}/${things.messageId}`)).json
  const author = (await choicesOf('author')).find(({ name }) => name === message.from)
  const ofAuthor = `authorId[eq]:${author?.id}`
  return [
    [library, `${ofAuthor},ownerId[eq]:${await ownerChoice()},accountId[eq]:${message.accountId}`],
    [events, ofAuthor],
  ]
}

/** The trail as a page and as a file. */
async function trailOf(types: string): Promise<string> {
  const question = `filter=eventType[in]:${types}`
  const page = await get(`/audit/events?${question}`)
  return page.text + (await get(`/audit/events/export?${question}`)).text
}

test('an export says in its manifest and in the trail what was asked, and no ID of a directory', async () => {
  for (const [list, filter] of await asked()) {
    const { json } = await admin.call('POST', `${list}/export?filter=${filter}`, { format: 'csv' })
    while ((await runExports(world.ctx, tenant.id)) > 0);
    const { text, json: made } = await get(`/bff/api/v1/exports/${json.exportId}`)
    expect([made.manifest.rows, await said(text)]).toEqual([1, []])
    expect(made.manifest.question.filter).toBe(filter)
    const trail = await trailOf('export_created')
    expect(trail).toContain(filter)
    expect(await said(trail)).toEqual([])
  }
})

test('the trail says what was listed without an ID of a directory, until the organization reads names', async () => {
  const owner = await ownerChoice()
  for (const [list, filter] of await asked())
    expect((await get(`${list}?filter=${filter}`)).json.total).toBe(1)
  for (const list of [`sales/waiting-clients?owner=${owner}`, `digital/contacts?representative=${owner}`])
    await get(`/bff/dashboards/${list}&days=30`)
  const types = 'messages_listed|events_listed|contacts_listed'
  const trail = await trailOf(types)
  // Each of the three lists says it on the page and in the file.
  expect(trail.split(owner).length - 1).toBeGreaterThanOrEqual(6)
  expect(await said(trail)).toEqual([])
  await hide(false)
  expect(await said(await trailOf(types))).toContain(tenant.representative)
  await hide(true)
})

test('the ID of an entry, which is made of what was asked, is not that of the same list of a directory’s ID', async () => {
  const latest = async () =>
    (await get('/audit/events?filter=eventType[eq]:messages_listed&limit=1')).json.items[0]
  await get(`${library}?filter=ownerId[eq]:${await ownerChoice()}`)
  const hidden = await latest()
  await hide(false)
  await get(`${library}?filter=ownerId[eq]:${tenant.representative}&sort=-postedDate`)
  expect((await latest()).id).not.toBe(hidden.id)
})
