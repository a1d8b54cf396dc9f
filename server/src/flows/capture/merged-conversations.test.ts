import { channels } from '@verbatim/contract/channels.ts'
import type { ConversationId } from '@verbatim/contract/ids.ts'
import { shareOf } from '@verbatim/reference/share.ts'
import { expect, test } from 'vitest'
import { findOpenings } from '#domains/metrics/openings.ts'
import { findPeriods } from '#domains/metrics/period.ts'
import { promiseFigures } from '#domains/metrics/promises.ts'
import { checkSample } from '#domains/metrics/self-check.ts'
import { inTenant } from '#platform/db.ts'
import { arrived, webMessage } from '#testing/fakes/linked-device.ts'
import { type DeviceEvent, linkAccount, type LinkedAccount, tellAccount } from '#testing/linked-account.ts'
import { useTestWorld } from '#testing/test-world.ts'
import type { World } from '#testing/world.ts'

let world: World
useTestWorld((opened) => {
  world = opened
})

const hidden = '98765432109876@lid'
const bob = '15552223333@s.whatsapp.net'
const at = 1_772_442_000
/** Under the privacy id alone, under the number alone, and under both. */
const before: DeviceEvent = [
  'messages.upsert',
  arrived(webMessage({ from: hidden, id: 'H1', text: 'a hidden secret', at })),
]
const after: DeviceEvent = [
  'messages.upsert',
  arrived(webMessage({ from: bob, id: 'H2', text: 'known', at: at + 60, isMine: true })),
]
const both: DeviceEvent = [
  'messages.upsert',
  arrived(webMessage({ from: hidden, id: 'H3', key: { remoteJidAlt: bob }, text: 'both', at: at + 120 })),
]
const again: DeviceEvent = [
  'messages.upsert',
  arrived(webMessage({ from: hidden, id: 'H4', text: 'hidden again', at: at + 180 })),
]

const inOurs = <T>({ tenant }: LinkedAccount, work: Parameters<typeof inTenant<T>>[2]) =>
  inTenant(world.ctx.db, tenant.id, work)
const conversationsOf = (linked: LinkedAccount) =>
  inOurs(linked, (tx) =>
    tx
      .selectFrom('conversation')
      .where('account_id', '=', linked.id)
      .select(['id', 'message_count', 'merged_into'])
      .orderBy('id')
      .execute(),
  )
const permutations = <T>(all: readonly T[]): T[][] =>
  all.length === 0
    ? [[]]
    : all.flatMap((one, index) => permutations(all.toSpliced(index, 1)).map((rest) => [one, ...rest]))

test.each(shareOf(permutations([before, after, both, again]).map((order, index) => [index, order] as const)))(
  'all of a person’s messages are in one conversation, order %i',
  async (index, order) => {
    const linked = await linkAccount(world, `order-${index}`)
    await tellAccount(world, linked, [...order, ...order])
    const [home, ...others] = (await conversationsOf(linked)).toSorted(
      (a, b) => Number(a.merged_into !== null) - Number(b.merged_into !== null),
    )
    expect(home).toMatchObject({ message_count: 4, merged_into: null })
    for (const { merged_into: into } of others) expect(into).toBe(home?.id)
    const messages = await inOurs(linked, (tx) =>
      tx.selectFrom('message').select(['conversation_id', 'author_address']).orderBy('message_key').execute(),
    )
    expect(new Set(messages.map(({ conversation_id: id }) => id))).toEqual(new Set([home?.id]))
    // Authors stay as they were captured.
    const known = messages.filter(({ author_address: address }) => address === hidden).length
    expect(known).toBe(2)
  },
)

const messageFrom = (from: string, fields: object): DeviceEvent => [
  'messages.upsert',
  arrived(webMessage({ from, at, ...fields })),
]
/** Known messages that come again with both names. */
const beforeAgain = messageFrom(hidden, { id: 'H1', text: 'a hidden secret', key: { remoteJidAlt: bob } })

test.each([
  ['hidden first', [before, after, beforeAgain]],
  ['known first', [after, before, beforeAgain]],
] as const)('a known message that comes again with both names joins them: %s', async (label, order) => {
  const linked = await linkAccount(world, label.replaceAll(/[^a-z]+/g, '-'))
  for (const event of order) {
    world.pass(1_000)
    await tellAccount(world, linked, [event])
  }
  const [home, merged] = await conversationsOf(linked)
  expect(home).toMatchObject({ message_count: 2, merged_into: null })
  expect(merged).toMatchObject({ merged_into: home?.id })
})

test('what the owner sent to two clients does not join them by the owner’s own privacy ID', async () => {
  const linked = await linkAccount(world, 'own-id')
  const sent = (to: string, id: string) =>
    messageFrom(to, { id, text: id, at, isMine: true, key: { remoteJidAlt: '77700011122233@lid' } })
  await tellAccount(world, linked, [sent(bob, 'B1'), sent('15554445555@s.whatsapp.net', 'C1')])
  const conversations = await conversationsOf(linked)
  expect(conversations).toMatchObject([
    { message_count: 1, merged_into: null },
    { message_count: 1, merged_into: null },
  ])
})

test(
  'the message of a line in the later conversation is examined in the earlier one if it also joins them',
  { tags: ['whole'] },
  async () => {
    const linked = await linkAccount(world, 'later-content')
    const compliance = await world.as(linked.tenant, linked.tenant.users.compliance)
    const policy = { name: 'Secrets', rules: [{ type: 'phrase', pattern: 'secret' }] }
    expect((await compliance.call('POST', '/bff/api/v1/topic', policy)).status).toBe(200)
    await tellAccount(world, linked, [after])
    world.pass(1_000)
    const stub = { message: null, messageStubType: 2, messageStubParameters: ['No session record'] }
    await tellAccount(world, linked, [messageFrom(hidden, { id: 'H1', fields: stub })])
    const [home] = await conversationsOf(linked)
    const content = webMessage({ from: hidden, id: 'H1', text: 'a hidden secret', at })
    const joining = webMessage({ from: hidden, id: 'H3', key: { remoteJidAlt: bob }, text: 'both', at })
    await tellAccount(world, linked, [['messages.upsert', arrived(content, joining)]])
    const events = await inOurs(linked, (tx) =>
      tx.selectFrom('cognitive_event').select('conversation_id').execute(),
    )
    expect(events).toEqual([{ conversation_id: home?.id }])
  },
)

const reaction = (names: 'hidden' | 'both', text: string): DeviceEvent =>
  messageFrom(hidden, {
    id: `R${text}`,
    key: names === 'both' ? { remoteJidAlt: bob } : {},
    message: {
      reactionMessage: {
        key: { id: 'H1', fromMe: false },
        text,
        senderTimestampMs: at * 1_000 + (text ? 0 : 1_000),
      },
    },
  })

test.each([
  ['named once, then both', [reaction('hidden', '👍'), reaction('both', '👍')], ['👍']],
  ['named both, then once', [reaction('both', '👍'), reaction('hidden', '👍')], ['👍']],
  ['taken back under both names', [reaction('hidden', '👍'), reaction('both', '')], []],
  ['taken back under one name', [reaction('both', '👍'), reaction('hidden', '')], []],
] as const)('a reaction of a person of two names counts once: %s', async (label, events, shown) => {
  const linked = await linkAccount(world, `reacted-${label.replaceAll(/[^a-z]+/g, '-')}`)
  await tellAccount(world, linked, [before, both, ...events])
  const compliance = await world.as(linked.tenant, linked.tenant.users.compliance)
  const [home] = await conversationsOf(linked)
  const { json } = await compliance.call('GET', `/bff/conversations/${home?.id}`)
  const values = json.messages[0].reactions.map(({ value }: { value: string }) => value)
  expect(values).toEqual(shown)
  const stored = await inOurs(linked, (tx) => tx.selectFrom('message_event').select('kind').execute())
  expect(stored).toHaveLength(shown.length === 1 ? 1 : 2)
})

test('two conversations that turn out to be one are one for readers, in figures, and for links to either', async () => {
  const linked = await linkAccount(world, 'readers', ({ representative }) => representative)
  const { tenant } = linked
  const compliance = await world.as(tenant, tenant.users.compliance)
  const policy = { name: 'Secrets', rules: [{ type: 'phrase', pattern: 'secret' }] }
  const made = await compliance.call('POST', '/bff/api/v1/topic', policy)
  expect(made.status, made.text).toBe(200)
  // The later one is the one with the event, so the event moves.
  await tellAccount(world, linked, [after])
  world.pass(1_000)
  await tellAccount(world, linked, [before])
  const ids = (await conversationsOf(linked)).map(({ id }) => id)
  expect(ids).toHaveLength(2)
  const read = async (id: ConversationId) => (await compliance.call('GET', `/bff/conversations/${id}`)).json
  const said = ({ messages }: { messages: { body: string }[] }) => messages.map(({ body }) => body)
  expect(await Promise.all(ids.map(read)).then((all) => all.map(said))).toEqual([
    ['known'],
    ['a hidden secret'],
  ])
  await tellAccount(world, linked, [both])
  for (const id of ids) {
    const conversation = await read(id)
    expect(conversation).toMatchObject({ id: ids[0], messageCount: 3 })
    expect(said(conversation)).toEqual(['a hidden secret', 'known', 'both'])
    const people = conversation.participants.map(({ address }: { address: string }) => address)
    expect(new Set(people)).toEqual(new Set([hidden, '+15552223333', '+15550001111']))
    const summary = await compliance.call('GET', `/bff/conversations/${id}/summary`)
    expect(summary.json).toMatchObject({ messageCount: 3 })
  }
  const events = await compliance.call('GET', '/bff/api/v1/cognitive-events')
  const event = await compliance.call('GET', `/bff/api/v1/cognitive-events/${events.json.items[0].id}`)
  expect(event.json).toMatchObject({ conversationId: ids[0] })
  const owner = await world.as(tenant, tenant.representative)
  const own = await owner.call('GET', '/messenger/api/v1/conversations')
  expect(own.json.items).toMatchObject([{ id: ids[0], messageCount: 3 }])
  for (const id of ids) {
    const thread = await owner.call('GET', `/messenger/api/v1/conversations/${id}`)
    expect(said(thread.json)).toHaveLength(3)
  }
  const later = new Date(world.ctx.now().getTime() + 2 * 86_400_000)
  expect(await inOurs(linked, (tx) => checkSample(tx, later))).toMatchObject({ differing: 0 })
  while ((await inOurs(linked, (tx) => findOpenings(tx, 10, later))) > 0);
  const openings = await inOurs(linked, (tx) =>
    tx.selectFrom('opening').select(['conversation_id', 'opens_conversation']).execute(),
  )
  expect(openings.filter(({ opens_conversation: opens }) => opens)).toEqual([
    { conversation_id: ids[0], opens_conversation: true },
  ])
  const counted = await inOurs(linked, (tx) => tx.selectFrom('conversation_day').selectAll().execute())
  expect(new Set(counted.map(({ conversation_id: id }) => id))).toEqual(new Set([ids[0]]))
})

test('links with the id of a merged conversation lead to the one that it became', async () => {
  const linked = await linkAccount(world, 'ids', ({ representative }) => representative)
  const { tenant } = linked
  const compliance = await world.as(tenant, tenant.users.compliance)
  const policy = { name: 'Secrets', rules: [{ type: 'phrase', pattern: 'secret' }] }
  expect((await compliance.call('POST', '/bff/api/v1/topic', policy)).status).toBe(200)
  await tellAccount(world, linked, [after])
  world.pass(1_000)
  await tellAccount(world, linked, [before])
  const [home, merged] = (await conversationsOf(linked)).map(({ id }) => id)
  const get = async (path: string, who = compliance) => (await who.call('GET', path)).json
  await get(`/bff/conversations/${merged}`)
  await tellAccount(world, linked, [both])
  world.pass(3_600_000)
  const reader = await world.as(tenant, tenant.users.compliance)
  for (const id of [home, merged]) {
    expect(await get(`/bff/api/v1/messages?filter=conversationId[eq]:${id}`, reader)).toMatchObject({
      total: 3,
    })
    expect(await get(`/bff/api/v1/messages?filter=conversationId[neq]:${id}`, reader)).toMatchObject({
      total: 0,
    })
    const events = `/bff/api/v1/cognitive-events?filter=conversationId[eq]:${id}`
    expect(await get(events, reader)).toMatchObject({ total: 1, items: [{ conversationId: home }] })
    const found = await get(`/bff/api/v1/find?text=${id}`, reader)
    expect(found.items).toMatchObject([{ kind: 'conversation', id: home }])
    await get(`/bff/conversations/${id}/summary`, reader)
    await get(`/bff/conversations/${id}`, reader)
  }
  const admin = await world.as(tenant, tenant.users.super_admin)
  expect((await admin.call('PUT', '/bff/organizations', { requiresPurpose: true })).status).toBe(200)
  // It has an event, so it is opened without a purpose.
  for (const id of [home, merged])
    expect((await reader.call('GET', `/bff/conversations/${id}`)).status).toBe(200)
  const viewed = await get('/audit/events?filter=eventType[in]:conversation_viewed&sort=date', admin)
  const targets = viewed.items.map(({ target }: { target: { id: string; name?: string } }) => target)
  expect(targets[0]).toMatchObject({ id: merged })
  expect(new Set(targets.slice(1).map(({ id }: { id: string }) => id))).toEqual(new Set([home]))
})

test('a promise is kept by an answer of the other one of two conversations that turn out to be one', async () => {
  const linked = await linkAccount(world, 'promising')
  const send = (from: string, id: string, text: string, sentAt: number): DeviceEvent => [
    'messages.upsert',
    arrived(webMessage({ from, id, text, at: sentAt, isMine: true })),
  ]
  // In the conversation that is given up, whichever that is.
  await tellAccount(world, linked, [send(hidden, 'P1', 'I will send it tomorrow.', at)])
  await tellAccount(world, linked, [send(bob, 'P2', 'I will call you tomorrow.', at + 1)])
  await tellAccount(world, linked, [both])
  await tellAccount(world, linked, [send(bob, 'P3', 'Here it is.', at + 300)])
  const everyone = [{ channels: [...channels], groupIds: 'all' as const }]
  const day = new Date(at * 1000).toISOString().slice(0, 10)
  const figures = await inOurs(linked, async (tx) => {
    const query = {
      'date-from': day,
      'date-to': new Date((at + 3 * 86_400) * 1000).toISOString().slice(0, 10),
    }
    return promiseFigures(tx, everyone, await findPeriods(tx, query, world.ctx.now()))
  })
  expect(figures.map(({ value }) => value)).toEqual([0, 0, 100])
  expect(figures[2]?.drilldown?.rows).toBe(2)
})

test('another organization, and a reader of other groups, see neither of them', async () => {
  const linked = await linkAccount(world, 'strangers')
  const { tenant } = linked
  await tellAccount(world, linked, [before, after, both])
  const other = await world.makeTenant('strangers-elsewhere')
  const callers = [await world.as(tenant, tenant.northerner), await world.as(other, other.users.compliance)]
  for (const { id } of await conversationsOf(linked))
    for (const caller of callers)
      expect((await caller.call('GET', `/bff/conversations/${id}`)).json.code).toBe('conversation.not-found')
})
