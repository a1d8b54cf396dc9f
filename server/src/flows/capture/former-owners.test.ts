/** What was written on an account before another person got it belongs to its owner then, whenever it comes. */
import { hourMs } from '@verbatim/contract/durations.ts'
import { ContactId } from '@verbatim/contract/ids.ts'
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { shareOf } from '@verbatim/reference/share.ts'
import { findConnector } from '#channels/registry.ts'
import { createContacts } from '#domains/contacts/commands.ts'
import { lockTenant } from '#flows/examine/tenant-lock.ts'
import type { CapturedEvent, CapturedMessage } from '#kernel/captured-event.ts'
import { newId } from '#kernel/uuid.ts'
import { setUpCapture } from '#testing/capture.ts'
import type { World, WorldTenant } from '#testing/world.ts'
import { until } from '#testing/until.ts'
import { ingest } from './ingest.ts'
import { type Arrival, keepArrivals } from './keep.ts'
import { makeMissingLines } from './missing.ts'

const client = '+15550177001'

let world: World
let tenant: WorldTenant
let friday: Date
const { inside, messages, arrival, message } = setUpCapture('owners', (bed) => ({ world, tenant } = bed))
beforeEach(() => {
  friday = new Date(world.ctx.now().getTime() - hourMs)
})

/** Of the account of the representative, a member of the north group; the colleague is one of the south group. */
const deliver = (...events: readonly CapturedEvent[]) => deliverAs({}, ...events)
async function deliverAs(over: Partial<Arrival>, ...events: readonly CapturedEvent[]): Promise<void> {
  const arrivals = events.map((event) =>
    arrival([event], { accountId: tenant.accounts.sms, channel: 'sms', ...over }),
  )
  await keepArrivals(world.ctx.db, tenant.id, arrivals, world.ctx.now())
  await ingest({ ...world.ctx, readers: { find: findConnector } }, tenant.id)
}

const own = (messageKey: string, over: Partial<CapturedMessage> = {}) =>
  message({
    channel: 'sms',
    messageKey,
    direction: 'outbound',
    author: { kind: 'self', value: '' },
    participants: [{ identity: { kind: 'phone', value: client }, role: 'recipient' }],
    sentAt: friday,
    ...over,
  })

/** Signed in anew, because time passes. */
const asAdmin = () => world.as(tenant, tenant.users.super_admin)
const removed = async () => {
  const admin = await asAdmin()
  const url = `/messenger/api/v1/users/${tenant.representative}?successorId=${tenant.colleague}`
  expect((await admin.call('DELETE', url)).status).toBe(200)
}
const given = async (ownerId: string | null) => {
  const admin = await asAdmin()
  const url = `/external-accounts/api/v1/sms/accounts/${tenant.accounts.sms}`
  const { json } = await admin.call('GET', url)
  const answer = await admin.call('PUT', url, { ownerId, expectedVersion: json.version })
  expect(answer.status, JSON.stringify(answer.json)).toBe(200)
}

const isSeenBy = async (userId: typeof tenant.northerner, id: string) =>
  (await (await world.as(tenant, userId)).call('GET', `/bff/api/v1/messages/${id}`)).status === 200

test.each(
  shareOf([
    ['a removal', removed],
    ['its form', () => given(tenant.colleague)],
  ] as const),
)(
  'after %s, what was written before is its former owner’s, and what follows the new one’s',
  async (_by, change) => {
    const { north, south } = tenant.groups
    world.pass(hourMs)
    await change()
    world.pass(hourMs)
    await deliver(
      own('before'),
      own('answer', { direction: 'inbound', author: { kind: 'phone', value: client } }),
      own('since', { sentAt: world.ctx.now(), conversationKey: 'c2' }),
    )
    const [answer, before, since] = await messages()
    expect([before, answer, since]).toMatchObject([
      { author_user_id: tenant.representative, group_ids: [north] },
      { author_user_id: null, group_ids: [north] },
      { author_user_id: tenant.colleague, group_ids: [south] },
    ])
    expect(await isSeenBy(tenant.northerner, before!.id)).toBe(true)
    expect(await isSeenBy(tenant.northerner, since!.id)).toBe(false)
  },
)

test('a new owner by the form writes their own messages, also if the page of the one before names the number', async () => {
  const number = '+15550100001'
  await inside((tx) =>
    sql`update tenant_user set phone_number = ${number} where id = ${tenant.representative}`.execute(tx),
  )
  await given(tenant.colleague)
  world.pass(hourMs)
  await deliver(own('now', { sentAt: world.ctx.now() }))
  const [now] = await messages()
  expect(now).toMatchObject({ author_user_id: tenant.colleague, group_ids: [tenant.groups.south] })
  expect(await isSeenBy(tenant.northerner, now!.id)).toBe(false)
})

test.each([
  ['goes with it', null, 'colleague'],
  ['stays, if the page of the one before names it', '+15550100001', 'representative'],
] as const)('elsewhere, the number of an account that gets another owner %s', async (_is, phone, writer) => {
  await inside((tx) =>
    sql`update tenant_user set phone_number = ${phone} where id = ${tenant.representative}`.execute(tx),
  )
  await given(tenant.colleague)
  const { whatsapp: accountId } = tenant.accounts
  const author = { kind: 'phone', value: '+15550100001' } as const
  await deliverAs({ accountId, channel: 'whatsapp' }, message({ author, sentAt: world.ctx.now() }))
  expect(await messages()).toMatchObject([{ author_user_id: tenant[writer] }])
})

test('a record that was being read when its account became another’s is its former owner’s', async () => {
  const reader = findConnector('sms')!
  const parse = async () => {
    await removed()
    return [own('read', { sentAt: friday })]
  }
  world.pass(hourMs)
  const over = { accountId: tenant.accounts.sms, channel: 'sms', contentType: 'text/plain' } as const
  await keepArrivals(world.ctx.db, tenant.id, [arrival([], over)], world.ctx.now())
  await ingest({ ...world.ctx, readers: { find: () => ({ ...reader, parse }) } }, tenant.id)
  expect(await messages()).toMatchObject([
    { author_user_id: tenant.representative, group_ids: [tenant.groups.north] },
  ])
})

test.each([
  ['a removal', removed],
  ['its form', () => given(tenant.colleague)],
])('%s waits for what is being stored', async (_by, change) => {
  let changed: Promise<void> | undefined
  await inside(async (tx) => {
    await lockTenant(tx)
    changed = change()
    await until(async () => {
      const { rows } = await sql`select from pg_locks where locktype = 'advisory' and not granted
        and database = (select oid from pg_database where datname = current_database())`.execute(tx)
      return rows.length > 0
    })
    const account = tx.selectFrom('channel_account').select('owner_id').where('id', '=', tenant.accounts.sms)
    expect(await account.executeTakeFirst()).toEqual({ owner_id: tenant.representative })
  })
  await changed
})

test.each([
  ['delivered', 'webhook', ['north', 'south']],
  ['listed', 'poll', ['north']],
  ['handed over as history', 'history', ['north']],
] as const)(
  'who has the account has a message %s now reviewed, too, whatever time it says',
  async (_is, transport, groups) => {
    world.pass(hourMs)
    await given(tenant.colleague)
    world.pass(hourMs)
    await deliverAs({ transport }, own('set back'))
    const [back] = await messages()
    expect(back!.author_user_id).toBe(tenant.representative)
    expect(new Set(back!.group_ids)).toEqual(new Set(groups.map((name) => tenant.groups[name])))
  },
)

test('a line of a message that never came is its owner’s of that time', async () => {
  world.pass(hourMs)
  await removed()
  const edit: CapturedEvent = {
    kind: 'edit',
    channel: 'sms',
    eventKey: 'e1',
    targetKey: 'lost',
    body: 'Changed',
    at: friday,
    about: { author: { kind: 'self', value: '' }, direction: 'outbound', sentAt: friday },
  }
  await deliver(edit)
  world.pass(8 * 24 * hourMs)
  expect(await makeMissingLines(world.ctx, tenant.id)).toBe(1)
  expect(await messages()).toMatchObject([
    { author_user_id: tenant.representative, group_ids: [tenant.groups.north] },
  ])
})

test('a contact of a person who left is known in what was written to them before', async () => {
  const contact = {
    id: ContactId.parse(newId(world.ctx.now())),
    name: 'Bob',
    shareLevel: 'personal' as const,
  }
  const theirs = { ...contact, ownerId: tenant.representative, addresses: [client] }
  await inside((tx) => createContacts(tx, [theirs], world.ctx.now()))
  world.pass(hourMs)
  await removed()
  await deliver(own('answer', { direction: 'inbound', author: { kind: 'phone', value: client } }))
  expect(await messages()).toMatchObject([{ author_contact_id: contact.id }])
})

test('what was written between two owners has no author, and an owner who comes back is one', async () => {
  world.pass(hourMs)
  await given(null)
  world.pass(hourMs)
  const between = world.ctx.now()
  world.pass(hourMs)
  await given(tenant.colleague)
  world.pass(hourMs)
  await given(tenant.representative)
  await deliver(
    own('a first'),
    own('b between', { sentAt: between }),
    own('c now', { sentAt: world.ctx.now() }),
  )
  expect((await messages()).map((row) => row.author_user_id)).toEqual([
    tenant.representative,
    null,
    tenant.representative,
  ])
})

test('the first owner of an account has what came before it had one', async () => {
  const { sms } = tenant.accounts
  await inside((tx) =>
    tx.updateTable('channel_account').set({ owner_id: null }).where('id', '=', sms).execute(),
  )
  world.pass(hourMs)
  await given(tenant.colleague)
  await deliver(own('history'))
  expect(await messages()).toMatchObject([{ author_user_id: tenant.colleague }])
})
