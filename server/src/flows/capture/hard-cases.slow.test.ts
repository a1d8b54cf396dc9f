import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import type { CapturedEvent, CapturedMessage } from '#kernel/captured-event.ts'
import { findConnector } from '#channels/registry.ts'
import type { World, WorldTenant } from '#testing/world.ts'
import { setUpCapture } from '#testing/capture.ts'
import { keepArrivals } from './keep.ts'
import { ingest } from './ingest.ts'

let world: World
let tenant: WorldTenant
const { inside, messages, arrival, capture, message, unread } = setUpCapture(
  'hard',
  (bed) => ({ world, tenant } = bed),
)

async function addPolicy(): Promise<void> {
  const reviewer = await world.as(tenant, tenant.users.compliance)
  const answer = await reviewer.call('POST', '/bff/api/v1/topic', {
    name: 'Greetings',
    severity: 'low',
    scope: 'global',
    groupIds: [],
    action: 'raise',
    enabled: true,
    rules: [{ name: 'Morning', type: 'phrase', pattern: 'good morning', scope: 'message', conditions: {} }],
  })
  expect(answer.status).toBe(200)
}

/** Text that does not compress. */
const long = (seed: string) =>
  Array.from({ length: 100 }, (_, n) => createHash('sha256').update(`${seed}${n}`).digest('hex')).join('')

test('names of any length are stored and found again, and delay no other record', async () => {
  const key = long('message')
  const name = { kind: 'username', value: long('person') } as const
  await capture(
    [
      message({
        messageKey: key,
        aliases: [long('alias')],
        conversationKey: long('conversation'),
        author: name,
      }),
    ],
    [message({ replyToKey: long('alias') })],
    [{ kind: 'status', channel: 'whatsapp', eventKey: long('event'), targetKey: key, state: 'read' }],
    [
      {
        kind: 'status',
        channel: 'whatsapp',
        eventKey: long('later'),
        targetKey: long('unknown'),
        state: 'read',
      },
    ],
  )
  expect(await unread()).toBe(0)
  await capture([message({ messageKey: key, conversationKey: long('conversation'), author: name })])
  expect(await messages()).toHaveLength(2)
  expect((await messages()).map((row) => row.delivery_state)).toEqual(expect.arrayContaining([null, 'read']))
})

test('a provider key of any length is stored, and so is the rest of its batch', async () => {
  const odd = arrival([message()], { sourceKey: long('source') })
  const kept = await keepArrivals(
    world.ctx.db,
    tenant.id,
    [arrival([message()]), odd, arrival([message()])],
    world.ctx.now(),
  )
  expect(kept.map(({ duplicate }) => duplicate)).toEqual([false, false, false])
  const [again] = await keepArrivals(world.ctx.db, tenant.id, [odd], world.ctx.now())
  expect(again?.duplicate).toBe(true)
})

test('an address with characters that the database refuses still identifies a person', async () => {
  await capture(
    [message({ author: { kind: 'username', value: 'a\0b' } })],
    [message({ author: { kind: 'username', value: 'x\ud800' } })],
  )
  expect(await unread()).toBe(0)
  expect((await messages()).map((row) => row.author_address).toSorted()).toEqual(['a␀b', 'x�'])
})

test('a text that is edited and changed back shows its last version, in any order of arrival', async () => {
  const at = (minute: number) => new Date(Date.UTC(2026, 2, 2, 9, minute))
  const edit = (targetKey: string, minute: number, body: string): CapturedEvent => ({
    kind: 'edit',
    channel: 'whatsapp',
    eventKey: `${targetKey}${minute}`,
    targetKey,
    body,
    at: at(minute),
  })
  for (const messageKey of ['a', 'b', 'c'])
    await capture([message({ messageKey, body: 'yes', sentAt: at(0) })])
  await capture([edit('a', 1, 'no')])
  await capture([edit('a', 2, 'yes')])
  await capture([edit('b', 2, 'yes')])
  await capture([edit('b', 1, 'no')])
  await capture([edit('c', 1, 'yes')])
  expect(await messages()).toMatchObject([
    { body: 'yes', revision: 3 },
    { body: 'yes', revision: 3, edited_at: at(2) },
    { body: 'yes', revision: 1, edited_at: null },
  ])
})

test('a member who joined before the first message is a line of the conversation', async () => {
  await capture([
    {
      kind: 'membership',
      channel: 'whatsapp',
      eventKey: 'g1',
      conversationKey: 'c1',
      action: 'joined',
      who: { kind: 'phone', value: '+15550177002' },
    },
  ])
  await capture([message()])
  const lines = await inside((tx) =>
    tx.selectFrom('message_event').select('conversation_id').where('kind', '=', 'membership').execute(),
  )
  const [row] = await messages()
  expect(lines).toEqual([{ conversation_id: row?.conversation_id }])
})

test('an event with an ID that a status introduced belongs to that message, before and after the status', async () => {
  const status = (eventKey: string, targetKey: string, state: string, aliases?: string[]): CapturedEvent => ({
    kind: 'status',
    channel: 'whatsapp',
    eventKey,
    targetKey,
    state,
    ...(aliases && { aliases }),
  })
  await capture([message({ messageKey: 'IM1' })], [message({ messageKey: 'SM2' })])
  await capture([status('a', 'SM1', 'delivered')])
  expect((await messages())[0]?.delivery_state).toBeNull()
  await capture([status('b', 'IM1', 'sent', ['SM1', 'SM2'])])
  expect((await messages())[0]?.delivery_state).toBe('delivered')
  await capture([status('c', 'SM1', 'read')], [status('d', 'SM2', 'sent')])
  expect((await messages()).map((row) => row.delivery_state)).toEqual(['read', 'sent'])
})

test.each([
  ['later', 2],
  ['at once', 1],
])(
  'a mail whose second report, %s, names another group is seen by that group, too',
  async (_when, batches) => {
    const report = (address: string): CapturedMessage =>
      message({
        messageKey: 'mail',
        participants: [{ identity: { kind: 'phone', value: address }, role: 'recipient', addressing: 'to' }],
      })
    await addPolicy()
    const reports = [[report('+15550100009')], [report('+15550100001')]]
    if (batches === 1) await capture(...reports)
    else for (const one of reports) await capture(one)
    const { north, south } = tenant.groups
    expect((await messages())[0]?.group_ids.toSorted()).toEqual([north, south].toSorted())
    const northerner = await world.as(tenant, tenant.northerner)
    const [event] = (await northerner.call('GET', '/bff/api/v1/cognitive-events')).json.items
    expect(event.groupIds.toSorted()).toEqual([north, south].toSorted())
    const [conversation] = await inside((tx) => tx.selectFrom('conversation').selectAll().execute())
    expect(conversation?.group_ids.toSorted()).toEqual([north, south].toSorted())
  },
)

test('fifty records of a new person, ingested by two workers at once, are one conversation and one person', async () => {
  const records = Array.from({ length: 50 }, (_, n) => [message({ messageKey: `p${n}` })])
  const context = { ...world.ctx, readers: { find: findConnector } }
  await Promise.all(
    records.map((events) => keepArrivals(world.ctx.db, tenant.id, [arrival(events)], world.ctx.now())),
  )
  await Promise.all([ingest(context, tenant.id), ingest(context, tenant.id), ingest(context, tenant.id)])
  expect(await messages()).toHaveLength(50)
  const [conversation, ...others] = await inside((tx) => tx.selectFrom('conversation').selectAll().execute())
  expect(others).toEqual([])
  expect(conversation?.message_count).toBe(50)
  const people = await inside((tx) => tx.selectFrom('participant').selectAll().execute())
  expect(people.map(({ address }) => address)).toEqual(['+15550177001'])
})

test('two endpoints that receive the same deliveries in another order store each once and refuse none', async () => {
  const records = Array.from({ length: 400 }, () => arrival([message()]))
  const { db, now } = world.ctx
  for (let round = 0; round < 6; round++) {
    const fresh = records.map((one) => ({ ...one, sourceKey: `${one.sourceKey}/${round}` }))
    const kept = await Promise.all([
      keepArrivals(db, tenant.id, fresh, now()),
      keepArrivals(db, tenant.id, fresh.toReversed(), now()),
    ])
    expect(kept.flat().filter(({ duplicate }) => duplicate)).toHaveLength(400)
  }
})

test('a reply does not name the replied message to users who may not see it', async () => {
  const by = (value: string) => ({ author: { kind: 'phone', value } as const })
  await capture([message({ messageKey: 'southern', ...by('+15550100009') })])
  await capture([message({ messageKey: 'northern', replyToKey: 'southern', ...by('+15550100001') })])
  const [northern, southern] = await messages()
  const readBy = async (userId: typeof tenant.northerner) =>
    (await (await world.as(tenant, userId)).call('GET', `/bff/api/v1/messages/${northern?.id}`)).json
  expect((await readBy(tenant.users.compliance)).replyToId).toBe(southern?.id)
  expect(await readBy(tenant.northerner)).not.toHaveProperty('replyToId')
})
