import { noId } from '@verbatim/contract/list-filter.ts'
import { MessageSourceKind } from '@verbatim/contract/messages.ts'
import { identityLimits } from '@verbatim/contract/pseudonyms.ts'
import { isWhole } from '@verbatim/reference/share.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import { runExports } from '#flows/make-exports/run-exports.ts'
import type { Caller } from '#testing/caller.ts'
import { fixtures } from '#testing/crawl/fixtures.ts'
import type { Things } from '#testing/crawl/things.ts'
import { askAs, furnish } from '#testing/furnish.ts'
import { useTestWorld } from '#testing/test-world.ts'
import type { World, WorldTenant } from '#testing/world.ts'

let world: World
let tenant: WorldTenant
let things: Things
/** Keeps the settings and directories, and may not reveal. */
let admin: Caller
let analyst: Caller
/** May reveal. */
let officer: Caller
let [isHidden, isRevealed] = [false, false]

/** The client of the furnished message and the representatives, by every name and address they have. */
const hidden = 'Wendy Wombat 15550103333 Lund Sund rep@ colleague@ 15550100001 15550100009'.split(' ')
const leaks = (text: string) => hidden.filter((one) => text.includes(one))

useTestWorld(async (opened) => {
  world = opened
  tenant = await world.makeTenant('hiding')
  const admin = await world.as(tenant, tenant.users.super_admin)
  const contact = { name: 'Wendy Wombat', phoneNumbers: ['+15550103333'], groupIds: [tenant.groups.north] }
  expect((await admin.call('POST', '/messenger/api/v1/contacts', contact)).status).toBe(200)
  things = await furnish(world, tenant)
  await signIn()
})
beforeEach(async () => {
  if (isRevealed) await passHour()
  await hide(true)
})

/** What was revealed before is hidden again. */
async function passHour() {
  world.pass(identityLimits.minutes * 60_000)
  isRevealed = false
  await signIn()
}
async function signIn() {
  admin = await world.as(tenant, tenant.users.tenant_admin)
  analyst = await world.as(tenant, tenant.users.analyst)
  officer = await world.as(tenant, tenant.users.compliance)
}

async function hide(readsUnderPseudonyms: boolean) {
  if (isHidden === readsUnderPseudonyms) return
  isHidden = readsUnderPseudonyms
  const owner = await world.as(tenant, tenant.users.super_admin)
  expect((await owner.call('PUT', '/bff/organizations', { readsUnderPseudonyms })).status).toBe(200)
  world.pass(4_000)
}
const get = async (url: string, caller = analyst) => {
  const answer = await caller.call('GET', url)
  expect([url, answer.status], answer.text).toEqual([url, 200])
  return answer
}
const library = '/bff/api/v1/messages'
const thisYear = () => String(world.ctx.now().getUTCFullYear())

const content = () => [
  library,
  `${library}?search=record`,
  `${library}/${things.messageId}`,
  `/bff/conversations/${things.conversationId}`,
  `/bff/conversations/${things.conversationId}/summary`,
  '/bff/api/v1/cognitive-events',
  `/bff/api/v1/cognitive-events/${things.eventId}`,
  '/bff/events',
  ...MessageSourceKind.options.map((kind) => `/bff/api/v1/message-sources?kind=${kind}`),
  ...['record', things.messageId, things.conversationId].map((text) => `/bff/api/v1/find?text=${text}`),
  `/bff/api/v1/find?text=${things.attachmentId}`,
  ...[
    'sales/active-representatives',
    'sales/bursts',
    'sales/waiting-clients',
    'sales/waiting-owners',
    'digital/contacts',
    'digital/conversations',
  ].map((path) =>
    `/bff/dashboards/${path}?date-from=2020-01-01&date-to=2020-12-31`.replaceAll('2020', thisYear()),
  ),
]

describe('a reader under pseudonyms', () => {
  test('gets no name and no address by any route that answers', async () => {
    const routes = world.app.served.filter(({ method, endpoint }) => endpoint && method === 'GET')
    const answered: string[] = []
    for (const { url } of routes) {
      const answer = await askAs(analyst, `GET ${url}`, things)
      expect([url, leaks(answer.text)]).toEqual([url, []])
      if (answer.status === 200) answered.push(url)
    }
    expect(Object.keys(fixtures).length).toBeGreaterThan(answered.length)
    expect(answered).toEqual(expect.arrayContaining([library, '/bff/api/v1/cognitive-events']))
  })

  test('gets no name in the content, whether they may reveal, keep directories, or neither', async () => {
    for (const caller of isWhole ? [analyst, officer, admin] : [officer, admin])
      for (const url of content()) expect([url, leaks((await get(url, caller)).text)]).toEqual([url, []])
  })

  test('gets names again once the organization reads under names', async () => {
    await hide(false)
    const found = new Set<string>()
    for (const url of content()) for (const leak of leaks((await get(url)).text)) found.add(leak)
    expect([...found]).toEqual(expect.arrayContaining(['Wendy', '15550103333', 'Lund']))
  })

  test('sees the same person under the same pseudonym everywhere', async () => {
    const [message] = (await get(library)).json.items
    const thread = (await get(`/bff/conversations/${things.conversationId}`)).json
    const event = (await get(`/bff/api/v1/cognitive-events/${things.eventId}`)).json
    const authors = (await get('/bff/api/v1/message-sources?kind=author')).json.items
    expect(message.from).toMatch(/^Client [2-9A-Z]{6}$/)
    expect(message.author).toEqual({ name: message.from, address: message.from })
    expect(thread.messages[0].from).toBe(message.from)
    expect(event.from).toBe(message.from)
    for (const people of [thread.participants, authors])
      expect(people.map(({ name }: { name: string }) => name)).toContain(message.from)
    expect((await get(library, officer)).json.items[0].from).toBe(message.from)
    const other = await world.makeTenant(`other${Date.now()}`)
    const theirs = await furnish(world, other)
    const keeper = await world.as(other, other.users.super_admin)
    await keeper.call('PUT', '/bff/organizations', { readsUnderPseudonyms: true })
    world.pass(4_000)
    const answer = await keeper.call('GET', `${library}/${theirs.messageId}`)
    expect(answer.json.from).not.toBe(message.from)
  })

  test('reads texts as they were written', async () => {
    expect((await get(`${library}/${things.messageId}`)).json.body).toContain('off the record')
  })
})

describe('a name cannot be used', () => {
  test('in a filter or a sort', async () => {
    const [theme, lists] = [`/bff/themes/${noId}`, [library, '/bff/api/v1/cognitive-events', '/bff/events']]
    const ofDays = [`${theme}/messages?days=30&`, `${theme}/examples?days=30&`]
    for (const list of [...lists.map((one) => `${one}?`), ...ofDays])
      for (const question of [
        'filter=persons.displayName[contains]:wendy',
        'filter[persons.displayName][eq]=Wendy Wombat',
        'sort=persons.displayName',
        'sort[persons.displayName]=desc',
      ]) {
        const answer = await analyst.call('GET', `${list}${question}`)
        expect([question, answer.status, answer.json.code]).toEqual([question, 403, 'identity.hidden'])
      }
    const asked = `${library}/export?filter=persons.displayName[contains]:wendy`
    const refused = await officer.call('POST', asked, { format: 'csv' })
    expect([refused.status, refused.json.code]).toEqual([403, 'identity.hidden'])
  })

  test('in a search, a select or the palette', async () => {
    const events = '/bff/api/v1/cognitive-events'
    expect((await get(`${events}?search=record`)).json.total).toBe(1)
    for (const url of [
      `${events}?search=wendy`,
      `${events}?search=everything:5550103333`,
      `${library}?search=wendy`,
      ...['author&search=wendy', 'recipient&search=wendy', 'owner&search=rita', 'account&search=desk'].map(
        (asked) => `/bff/api/v1/message-sources?kind=${asked}`,
      ),
      '/bff/api/v1/message-sources?kind=conversation&search=5550103333',
      '/bff/api/v1/find?text=wendy',
      '/bff/api/v1/find?text=5550103333',
    ])
      expect([url, (await get(url)).json.items]).toEqual([url, []])
  })

  test('as an ID: IDs of people in a directory differ from those a reader gets', async () => {
    const filtered = async (id: string) => (await get(`${library}?filter=authorId[eq]:${id}`)).json.total
    const contacts = (await get('/messenger/api/v1/contacts?search=wendy', admin)).json.items
    expect(await filtered(contacts[0].id)).toBe(0)
    const [message] = (await get(library)).json.items
    const url = `/bff/api/v1/message-sources?kind=author&search=${message.from.slice(-6)}`
    const [choice] = (await get(url)).json.items
    expect(await filtered(choice.id)).toBe(1)
    expect((await get(`/bff/api/v1/message-sources?kind=author&id=${choice.id}`)).json.items).toEqual([
      choice,
    ])
    expect((await get(`${library}?filter=accountId[eq]:${message.accountId}`)).json.total).toBe(1)
  })
})

test('explanations of access do not reveal who takes part in a conversation', async () => {
  const asked = `/bff/api/v1/effective-access?userId=${tenant.representative}&messageId=${things.messageId}`
  const boss = await world.as(tenant, tenant.users.super_admin)
  expect((await get(asked, admin)).json).not.toHaveProperty('messenger')
  expect((await get(asked, boss)).json).toHaveProperty('messenger')
})

describe('directories', () => {
  const lists = [
    ['/messenger/api/v1/contacts', 'contacts.view'],
    ['/messenger/api/v1/users', 'messenger_users.view'],
    ['/messenger/api/v1/conversation-groups', 'groups.view'],
    ['/bff/api/v1/accounts', 'integrations.view'],
    ['/bff/dashboards/capture/account-days', 'integrations.view'],
  ] as const

  test('are closed to users who may neither keep them nor reveal names', async () => {
    for (const [url, permission] of lists)
      expect(await analyst.call('GET', url)).toMatchObject({ status: 403, json: { details: { permission } } })
  })

  test('are open to users who keep them or may reveal names', async () => {
    for (const caller of [admin, officer]) for (const [url] of lists) await get(url, caller)
  })
})

describe('an export', () => {
  const exported = async (url: string) => {
    const { json } = await officer.call('POST', url, { format: 'csv' })
    while ((await runExports(world.ctx, tenant.id)) > 0);
    const { manifest } = (await get(`/bff/api/v1/exports/${json.exportId}`, officer)).json
    expect(manifest.omissions.withheld).toContainEqual({ part: 'identities' })
    return (await get(`/bff/api/v1/exports/${json.exportId}/file`, officer)).text
  }

  test('has pseudonyms, also of people who were revealed', async () => {
    await reveal(officer)
    for (const url of [`${library}/export`, '/bff/api/v1/cognitive-events/export'])
      expect([url, leaks(await exported(url))]).toEqual([url, []])
    expect(await exported(`${library}/export`)).toMatch(/Client [2-9A-Z]{6}/)
  })
})

test('the audit trail does not name what was opened', async () => {
  await get(`${library}/${things.messageId}`)
  await get(`/bff/conversations/${things.conversationId}`)
  const opened = 'filter=eventType[in]:message_viewed|conversation_viewed'
  for (const caller of [admin, officer]) {
    const { text, json } = await get(`/audit/events?${opened}`, caller)
    expect(json.total).toBeGreaterThan(1)
    expect(leaks(text)).toEqual([])
    expect(leaks((await get(`/audit/events/export?${opened}`, caller)).text)).toEqual([])
  }
})

const reveal = (caller: Caller, reason = 'Case 7', id = things.conversationId) => {
  isRevealed = true
  return caller.call('POST', `/bff/conversations/${id}/identity`, { reason })
}

describe('revealing', () => {
  test('shows the names of that conversation to that reader, for an hour', async () => {
    const thread = `/bff/conversations/${things.conversationId}`
    expect((await get(thread, officer)).json.identity).toEqual({ isHidden: true })
    expect((await reveal(officer)).json).toMatchObject({ isHidden: false })
    const shown = (await get(thread, officer)).json
    expect(shown.identity).toMatchObject({ isHidden: false })
    expect(JSON.stringify(shown)).toContain('15550103333')
    expect((await get(library, officer)).text).toContain('15550103333')
    expect(leaks((await get(thread, analyst)).text)).toEqual([])
    await passHour()
    expect(leaks((await get(thread, officer)).text)).toEqual([])
  })

  test('is in the audit trail with its reason', async () => {
    await reveal(officer, 'Complaint C-2041')
    const { items } = (await get('/audit/events?filter=eventType[eq]:identity_revealed&limit=1', officer))
      .json
    expect(items).toMatchObject([
      {
        target: { kind: 'conversation', id: things.conversationId },
        changes: [{ field: 'reason', old: null, new: 'Complaint C-2041' }],
      },
    ])
  })

  test('needs a reason, the permission, and a conversation within reach', async () => {
    expect((await reveal(officer, ' ')).status).toBe(400)
    for (const caller of [analyst, admin])
      expect(await reveal(caller)).toMatchObject({
        status: 403,
        json: { details: { permission: 'messages.reveal_identity' } },
      })
    const northerner = await world.as(tenant, tenant.northerner)
    await world.deliver(tenant, { from: '+15550107777', body: 'Hello', channel: 'whatsapp' })
    await world.settle()
    const south = (await get(`${library}?filter=channelType[eq]:whatsapp`, officer)).json.items[0]
    expect(await reveal(northerner, 'Case 7', south.conversationId)).toMatchObject({ status: 404 })
  })

  test('is refused if names are shown anyway', async () => {
    await hide(false)
    expect(await reveal(officer)).toMatchObject({ status: 409, json: { code: 'identity.not-hidden' } })
  })
})
