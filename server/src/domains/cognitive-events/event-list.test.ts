import { expect, test } from 'vitest'
import { inTenant } from '#platform/db.ts'
import { captureHistory, messageOf } from '#testing/history.ts'
import { forbidOffTheRecord } from '#testing/policies.ts'
import { useTenants } from '#testing/test-world.ts'
import { insertSubthemes, insertThemes } from '#testing/themes.ts'
import type { Caller } from '#testing/caller.ts'
import type { World, WorldTenant } from '#testing/world.ts'

let world: World
let tenant: WorldTenant
let reviewer: Caller

useTenants('list', async (made, opened) => {
  world = opened
  tenant = made
  reviewer = await world.as(tenant, tenant.users.compliance)
  await forbidOffTheRecord(world, reviewer)
})

const path = '/bff/api/v1/cognitive-events'
const north = { kind: 'phone', value: '+15550100001' } as const
const south = { kind: 'phone', value: '+15550100009' } as const
const client = { kind: 'phone', value: '+15550107009' } as const

const say = (author: typeof north | typeof south | typeof client, body: string, conversationKey = body) =>
  captureHistory(world, tenant, [messageOf(world, { author, body, conversationKey })])

/** The texts of the events that a question finds, in its order. */
async function find(question: string, caller = reviewer): Promise<string[]> {
  const { status, json } = await caller.call('GET', `${path}?${question}`)
  expect(status).toBe(200)
  return json.items.map(({ preview }: { preview: string }) => preview)
}

test('events sort by message text, author and assignee', async () => {
  await say(south, 'b: off the record')
  await say(north, 'a: off the record')
  const both = ['a: off the record', 'b: off the record']
  expect(await find('sort=messageBody')).toEqual(both)
  expect(await find('sort=-messageBody')).toEqual(both.toReversed())
  expect(await find('sort=persons.displayName')).toEqual(both)
  const { json } = await reviewer.call('GET', `${path}?sort=-messageBody`)
  const assigneeId = tenant.users.compliance
  await reviewer.call('PUT', `${path}/${json.items[0].id}/assignee`, { assigneeId })
  expect(await find('sort=assignee.displayName')).toEqual(both.toReversed())
})

test('events filter by the category and urgency of their message, and by its author', async () => {
  await say(south, 'URGENT: I demand my money back at once, this is a complaint. Off the record.')
  await say(north, 'Have a nice day, off the record.')
  const { json } = await reviewer.call('GET', '/bff/api/v1/messages')
  const startsWith = (word: string) => json.items.find(({ body }: { body: string }) => body.startsWith(word))
  const [plain, complaint] = [startsWith('Have'), startsWith('URGENT')]
  expect(complaint.category).not.toBe(plain.category)
  expect(complaint.urgency).not.toBe(plain.urgency)
  expect(await find(`filter=categoryId[eq]:${complaint.category}`)).toEqual([complaint.body])
  const events = (await reviewer.call('GET', `${path}?sort=-urgency`)).json.items
  expect(events).toMatchObject([complaint, plain].map(({ category, urgency }) => ({ category, urgency })))
  expect(await find(`filter=urgency[eq]:${plain.urgency}`)).toEqual([plain.body])
  expect(await find(`filter=persons.displayName[contains]:${plain.author.name}`)).toEqual([plain.body])
})

test('events of an owner are those that they wrote, and those of messages that their account received', async () => {
  await say(client, 'From a client, off the record.')
  await say(south, 'From a colleague, off the record.')
  await inTenant(world.ctx.db, tenant.id, (tx) =>
    tx.updateTable('channel_account').set({ owner_id: tenant.representative }).execute(),
  )
  const sorted = async (filter: string) => (await find(`filter=ownerId[${filter}`)).toSorted()
  const both = ['From a client, off the record.', 'From a colleague, off the record.']
  expect(await sorted(`eq]:${tenant.representative}`)).toEqual(both)
  expect(await sorted(`eq]:${tenant.colleague}`)).toEqual(both.slice(1))
  expect(await sorted(`neq]:${tenant.colleague}`)).toEqual(both.slice(0, 1))
})

test('events can be filtered by the files and the kind of content of their message', async () => {
  await say(south, 'Plain words, off the record.')
  const plain = ['Plain words, off the record.']
  expect(await find('filter=hasFiles[eq]:false')).toEqual(plain)
  expect(await find('filter=sourceType[eq]:text')).toEqual(plain)
  for (const other of ['hasFiles[eq]:true', 'sourceType[neq]:text', 'sourceType[eq]:image'])
    expect(await find(`filter=${other}`)).toEqual([])
})

test('events filter by the language of their message, and by the state of reading its files', async () => {
  const chinese = '这件事我们私下谈，不要留下记录，请不要告诉任何人。'
  await say(south, `${chinese} Off the record.`)
  await say(north, 'Please keep this between the two of us and off the record, as we said yesterday.')
  const { json } = await reviewer.call('GET', '/bff/api/v1/messages')
  const [english] = json.items.filter(({ body }: { body: string }) => body.startsWith('Please'))
  expect(english.language).toBe('en')
  expect(await find('filter=language[eq]:en')).toEqual([english.body])
  expect(await find('filter=language[neq]:en')).not.toContain(english.body)
  expect(await find('filter=readingState[neq]:read')).toHaveLength(2)
  expect(await find('filter=readingState[in]:read|waiting')).toEqual([])
})

test('events filter by the theme of their message', async () => {
  await say(south, 'Oranges, off the record')
  await say(north, 'and lemons, off the record')
  const { json } = await reviewer.call('GET', '/bff/api/v1/messages')
  const [{ id }] = json.items.filter(({ body }: { body: string }) => body.startsWith('Oranges'))
  const [oranges] = await inTenant(world.ctx.db, tenant.id, (tx) =>
    insertThemes(tx, [{ name: 'Oranges', messageIds: [id] }], world.ctx.now()),
  )
  expect(await find(`filter=themeId[eq]:${oranges}`)).toEqual(['Oranges, off the record'])
  expect(await find(`filter=themeId[neq]:${oranges}`)).toEqual(['and lemons, off the record'])
  const themes = async (caller = reviewer) =>
    (await caller.call('GET', `${path}?sort=messageBody`)).json.items.map(
      ({ theme }: { theme?: unknown }) => theme,
    )
  expect(await themes()).toEqual(expect.arrayContaining([{ id: oranges, name: 'Oranges' }, undefined]))
  const northerner = await world.as(tenant, tenant.northerner)
  expect(await find(`filter=themeId[eq]:${oranges}`, northerner)).toEqual([])
  const [fruit] = await inTenant(world.ctx.db, tenant.id, (tx) =>
    insertThemes(tx, [{ name: 'Fruit', messageIds: [] }], world.ctx.now()),
  )
  const admin = await world.as(tenant, tenant.users.super_admin)
  expect((await admin.call('POST', `/bff/themes/${oranges}/merge`, { into: fruit })).status).toBe(200)
  for (const id of [oranges, fruit]) {
    expect(await find(`filter=themeId[eq]:${id}`)).toEqual(['Oranges, off the record'])
    expect(await find(`filter=themeId[neq]:${id}`)).toEqual(['and lemons, off the record'])
    expect(await find(`filter=themeId[in]:${id}|00000000-0000-0000-0000-000000000000`)).toHaveLength(2)
  }
})

test('events filter by the sub-theme of their message', async () => {
  await say(south, 'Oranges, off the record')
  await say(north, 'and lemons, off the record')
  const { json } = await reviewer.call('GET', '/bff/api/v1/messages')
  const [{ id }] = json.items.filter(({ body }: { body: string }) => body.startsWith('Oranges'))
  const [peels] = await inTenant(world.ctx.db, tenant.id, async (tx) => {
    const [fruit] = await insertThemes(tx, [{ name: 'Fruit', messageIds: [id] }], world.ctx.now())
    return insertSubthemes(tx, fruit!, [{ name: 'Peels', messageIds: [id] }], world.ctx.now())
  })
  const [oranges, lemons] = ['Oranges, off the record', 'and lemons, off the record']
  expect(await find(`filter=subthemeId[eq]:${peels}`)).toEqual([oranges])
  expect(await find(`filter=subthemeId[neq]:${peels}`)).toEqual([lemons])
  expect(await find('filter=subthemeId[empty]')).toEqual([lemons])
  const northerner = await world.as(tenant, tenant.northerner)
  expect(await find(`filter=subthemeId[eq]:${peels}`, northerner)).toEqual([])
})

test('events filter by the permission profiles that grant them', async () => {
  await say(south, 'Oranges, off the record')
  await say(north, 'and lemons, off the record')
  const admin = await world.as(tenant, tenant.users.super_admin)
  const filter = `filter=permissionProfileId[eq]:${tenant.profiles.north}`
  expect(await find(filter, admin)).toEqual(['and lemons, off the record'])
  expect(await find(filter.replace('[eq]', '[neq]'), admin)).toEqual(['Oranges, off the record'])
})

test('the search finds words of the policy, of people and of every message with evidence', async () => {
  await say(south, 'Oranges, off the record', 'one')
  await say(north, 'and lemons, off the record', 'one')
  await say(north, 'Bread, off the record', 'two')
  expect(await find('search=lemons')).toEqual(['Oranges, off the record'])
  expect(await find('search=oranges lemons secrecy')).toEqual([])
  expect(await find('search=oranges lemons record')).toEqual(['Oranges, off the record'])
  expect(await find('search=policyName:lemons')).toEqual([])
  expect(await find('search=100%25')).toEqual([])
})

test('the search finds who wrote the message, to whom, and to whom its event is assigned', async () => {
  await say(south, 'Oranges, off the record', 'one')
  await say(north, 'and lemons, off the record', 'one')
  await say(south, 'Pears, off the record', 'two')
  const { items } = (await reviewer.call('GET', path)).json
  const oranges = items.find(({ preview }: { preview: string }) => preview.startsWith('Oranges'))
  expect(await find(`search=oranges ${encodeURIComponent(oranges.from)}`)).toEqual([oranges.preview])
  expect(oranges.to.names).toEqual(['Rita Lund'])
  expect(await find('search=lund')).toEqual([oranges.preview])
  expect(await find('search=lund pears')).toEqual([])
  expect(await find('search=unnamed:lund')).toEqual([])
  const assigned = { assigneeId: tenant.users.compliance }
  const { assignee } = (await reviewer.call('PUT', `${path}/${oranges.id}/assignee`, assigned)).json
  expect(await find(`search=${encodeURIComponent(assignee.name)}`)).toEqual([oranges.preview])
})

test('a reader cannot find, filter or sort by messages that they may not read', async () => {
  await say(south, 'Oranges, off the record', 'one')
  await say(north, 'and lemons, off the record', 'one')
  const { items } = (await reviewer.call('GET', '/bff/api/v1/messages')).json
  await inTenant(world.ctx.db, tenant.id, (tx) =>
    insertThemes(
      tx,
      [{ name: 'Fruit', messageIds: items.map(({ id }: { id: string }) => id) }],
      world.ctx.now(),
    ),
  )
  const northerner = await world.as(tenant, tenant.northerner)
  // They see the event through its second message, and may not read the first one.
  expect(await find('', northerner)).toEqual([''])
  expect(JSON.stringify((await northerner.call('GET', path)).json)).not.toContain('Fruit')
  expect(JSON.stringify((await reviewer.call('GET', path)).json)).toContain('Fruit')
  expect(await find('search=lemons', northerner)).toEqual([''])
  for (const question of [
    'search=oranges',
    'search=lund',
    'filter=messageBody[contains]:oranges',
    'filter=urgency[in]:low|medium|high',
    'filter=hasFiles[in]:false|true',
    'filter=sourceType[eq]:text',
    'filter=readingState[neq]:read',
    'filter=language[in]:en|und',
    'filter=themeId[nempty]',
  ])
    expect(await find(question, northerner)).toEqual([])
})

test('an event shows the recipients of its message, except to a reader who may not read it', async () => {
  await say(south, 'Oranges, off the record', 'one')
  await say(north, 'and lemons, off the record', 'one')
  const toLinesFor = async (caller: Caller) =>
    (await caller.call('GET', path)).json.items.map(({ to }: { to: unknown }) => to)
  expect(await toLinesFor(reviewer)).toEqual([{ names: ['Rita Lund'], more: 0 }])
  expect(await toLinesFor(await world.as(tenant, tenant.northerner))).toEqual([{ names: [], more: 0 }])
})

test('events are similar if one rule matched the same words in messages that the reader may read', async () => {
  const idOf = async (preview: string) =>
    (await reviewer.call('GET', path)).json.items.find(
      (event: { preview: string }) => event.preview === preview,
    ).id
  await say(north, 'Off the record, please')
  await say(north, 'This is OFF  THE RECORD')
  await say(south, 'off the record as well')
  await say(north, 'between ourselves, then')
  const similar = `filter=similarTo[eq]:${await idOf('Off the record, please')}`
  expect((await find(similar)).toSorted()).toEqual([
    'Off the record, please',
    'This is OFF  THE RECORD',
    'off the record as well',
  ])
  const northerner = await world.as(tenant, tenant.northerner)
  expect((await find(similar, northerner)).toSorted()).toEqual([
    'Off the record, please',
    'This is OFF  THE RECORD',
  ])
  // For a reader who may not read its message, an event has no similar ones.
  const theirs = `filter=similarTo[eq]:${await idOf('off the record as well')}`
  expect(await find(theirs, northerner)).toEqual([])
})
