import type { AccountId, TenantId } from '@verbatim/contract/ids.ts'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { findCollectors } from '#channels/registry.ts'
import { type Collecting, openCollecting } from '#flows/collect/collect.ts'
import { settleRequests } from '#flows/connect/settle-requests.ts'
import { fetchDueMedia } from '#flows/media/fetch-media.ts'
import { inTenant } from '#platform/db.ts'
import type { Caller } from '#testing/caller.ts'
import { openTestDatabase, type TestDatabase } from '#testing/database.ts'
import { type FakeSignalCli, openFakeSignalCli } from '#testing/fakes/signal-cli.ts'
import { openWorld, type World } from '#testing/world.ts'

let database: TestDatabase
let world: World
let daemon: FakeSignalCli
let tenantId: TenantId
let admin: Caller
let collecting: Collecting
beforeAll(async () => {
  database = await openTestDatabase()
  daemon = await openFakeSignalCli()
  world = await openWorld(database.url, { SIGNAL_DAEMON_URL: daemon.url })
}, 60_000)
afterAll(async () => {
  await world?.[Symbol.asyncDispose]()
  await daemon?.close()
  await database?.close()
})
let turn = 0
beforeEach(async () => {
  turn += 1
  const tenant = await world.makeTenant(`signal-${turn}`)
  tenantId = tenant.id
  admin = await world.as(tenant, tenant.users.tenant_admin)
  collecting = openCollecting(world.ctx, { holder: `test-${turn}`, collectors: findCollectors() })
})
afterEach(async () => {
  await collecting.close()
  await inTenant(world.ctx.db, tenantId, (tx) =>
    tx.updateTable('channel_account').set({ status: 'inactive' }).execute(),
  )
})

const accounts = '/external-accounts/api/v1/signal/accounts'
const number = () => `+141555502${String(turn).padStart(2, '0')}`
const add = async (): Promise<string> => {
  const { status, json } = await admin.call('POST', accounts, { name: 'Ana', address: number() })
  expect([status, json.status]).toEqual([200, 'available'])
  return json.id
}
const stateOf = async (id: string) => {
  const { status, problem } = (await admin.call('GET', `${accounts}/${id}`)).json
  return [status, problem]
}
const until = (is: () => boolean | Promise<boolean>) => vi.waitUntil(is, { timeout: 5_000, interval: 20 })
const stepOf = () =>
  inTenant(world.ctx.db, tenantId, async (tx) => {
    const row = await tx.selectFrom('account_session').select('step').executeTakeFirst()
    return row?.step ?? undefined
  })

/** Someone opens the page for linking; resolves with the code that it shows. */
async function want(id: string): Promise<string> {
  await wantOnly(id)
  await until(async () => (await stepOf()) !== undefined)
  return (await stepOf())!.value
}
async function wantOnly(id: string): Promise<void> {
  const wantedUntil = new Date(world.ctx.now().getTime() + 120_000)
  await inTenant(world.ctx.db, tenantId, (tx) =>
    tx
      .insertInto('account_session')
      .values({ account_id: id as AccountId, wanted_until: wantedUntil })
      .onConflict((conflict) =>
        conflict.columns(['tenant_id', 'account_id']).doUpdateSet({ wanted_until: wantedUntil }),
      )
      .execute(),
  )
  await collecting.tick()
}
async function link(): Promise<string> {
  const id = await add()
  const code = await want(id)
  await until(() => daemon.waitsFor(code))
  daemon.scan(code, number())
  await until(async () => (await stateOf(id))[0] === 'active')
  return id
}
const peer = {
  sourceNumber: '+351912000111',
  sourceUuid: '0b0b0b0b-1111-4222-8333-444444444444',
  sourceName: 'Bob',
}
let clock = 0
const sentAt = () => world.ctx.now().getTime() - 60_000 + (clock += 1)
const dataMessage = (message: object, timestamp = sentAt()) => ({
  envelope: { ...peer, timestamp, dataMessage: { timestamp, ...message } },
})
const bodies = async () =>
  (await admin.call('GET', '/bff/api/v1/messages?limit=50')).json.items
    .map(({ body }: { body: string }) => body)
    .toSorted()
const records = () =>
  inTenant(world.ctx.db, tenantId, async (tx) => {
    const row = await tx
      .selectFrom('message_record')
      .select(tx.fn.countAll<string>().as('n'))
      .executeTakeFirstOrThrow()
    return Number(row.n)
  })

test('an owner links their app, and what they receive and send is captured', async () => {
  const id = await link()
  expect(await stepOf()).toBeUndefined()
  daemon.attachments.set('Kq3.txt', Buffer.from('words in a file'))
  const [first, second] = [sentAt(), sentAt()]
  const edit = (targetSentTimestamp: number, timestamp: number, message: string) => ({
    envelope: {
      ...peer,
      timestamp,
      editMessage: { targetSentTimestamp, dataMessage: { timestamp, message } },
    },
  })
  const events = [
    dataMessage({ message: 'hello' }, first),
    edit(first, second, 'hello again'),
    edit(second, sentAt(), 'hello at last'),
    dataMessage({
      message: 'see this',
      attachments: [{ id: 'Kq3.txt', contentType: 'text/plain', filename: 'a.txt' }],
    }),
  ]
  for (const event of events) daemon.receive(number(), event)
  await until(async () => (await records()) === events.length)
  await world.settle()
  expect(await bodies()).toEqual(['hello at last', 'see this'])
  await fetchDueMedia(world.ctx, tenantId)
  const states = await inTenant(world.ctx.db, tenantId, (tx) =>
    tx.selectFrom('attachment').select('state').execute(),
  )
  expect(states).toEqual([{ state: 'stored' }])

  // What the owner sends on the phone shows that the phone is there; a computer of theirs does not.
  const phoneSeenAt = () =>
    inTenant(world.ctx.db, tenantId, async (tx) => {
      const row = await tx.selectFrom('account_session').select('phone_seen_at').executeTakeFirstOrThrow()
      return row.phone_seen_at
    })
  expect(await phoneSeenAt()).toEqual(world.ctx.now())
  await inTenant(world.ctx.db, tenantId, (tx) =>
    tx
      .updateTable('account_session')
      .set({ phone_seen_at: new Date(0) })
      .execute(),
  )
  const own = { sourceNumber: number(), timestamp: sentAt(), syncMessage: { readMessages: [] } }
  daemon.receive(number(), { envelope: { ...own, sourceDevice: 2 } })
  daemon.receive(number(), { envelope: { ...peer, timestamp: sentAt(), sourceDevice: 1, dataMessage: {} } })
  await until(async () => (await records()) === events.length + 2)
  expect(await phoneSeenAt()).toEqual(new Date(0))
  daemon.receive(number(), { envelope: { ...own, sourceDevice: 1 } })
  await until(async () => (await phoneSeenAt())!.getTime() > 0)

  // The same event again is the same record, also after the stream was cut in the middle of one.
  daemon.receive(number(), events[0]!)
  daemon.receive(number(), dataMessage({ message: 'cut' }), true)
  await until(() => collecting.accountIds.length === 0)
  expect([await records(), (await stateOf(id))[0]]).toEqual([events.length + 3, 'active'])
})

test('a daemon that is unreachable for long shows in the status, as does its return; a removed account is unlinked', async () => {
  const id = await link()
  await daemon.close()
  await until(() => collecting.accountIds.length === 0)
  for (let tries = 0; tries < 8; tries += 1) {
    world.pass(130_000)
    await collecting.tick()
    await until(() => collecting.accountIds.length === 0)
  }
  expect(await stateOf(id)).toEqual(['not-available', 'unreachable'])
  await daemon.listen()
  world.pass(300_000)
  await collecting.tick()
  await until(async () => (await stateOf(id))[0] === 'active')
  daemon.receive(number(), dataMessage({ message: 'back' }))
  await until(async () => (await records()) === 1)

  expect((await admin.call('POST', `${accounts}/${id}/request-delete`)).status).toBeLessThan(300)
  await Promise.all([collecting.tick(), settleRequests(world.ctx, tenantId)])
  expect((await admin.call('GET', `${accounts}/${id}`)).status).toBe(404)
  expect([daemon.accounts.has(number()), daemon.streamsOf(number())]).toEqual([false, 0])
}, 20_000)

test('a phone other than the account’s is unlinked again, and the account says why', async () => {
  const id = await add()
  const code = await want(id)
  await until(() => daemon.waitsFor(code))
  daemon.scan(code, '+14155559999')
  await until(async () => (await stateOf(id))[1] === 'address-differs')
  expect(daemon.accounts.has('+14155559999')).toBe(false)
})

test('an unscanned code is followed by another one', async () => {
  const id = await add()
  const code = await want(id)
  await until(() => daemon.waitsFor(code))
  daemon.expire(code)
  await until(async () => ![undefined, code].includes((await stepOf())?.value))
  expect(await stateOf(id)).toEqual(['available', undefined])
})

test('an account of the daemon is not shown to an organization that did not link it', async () => {
  daemon.accounts.add(number())
  const id = await add()
  await want(id)
  expect([daemon.streamsOf(number()), (await stateOf(id))[0]]).toEqual([0, 'available'])
})

test('a link that the owner ended waits for people, who link it anew', async () => {
  const id = await link()
  daemon.signOut(number())
  await until(async () => (await stateOf(id))[1] === 'signed-out')
  expect((await admin.call('POST', `${accounts}/${id}/request-reconnect`)).status).toBeLessThan(300)
  expect(await stateOf(id)).toEqual(['available', undefined])
  await until(() => collecting.accountIds.length === 0)
  await collecting.tick()
  expect(collecting.accountIds).toEqual([])
  const keys = await inTenant(world.ctx.db, tenantId, (tx) =>
    tx.selectFrom('account_key').selectAll().execute(),
  )
  expect(keys).toEqual([])
})

const put = async (id: string, change: object) => {
  const { status } = await admin.call('PUT', `${accounts}/${id}`, { name: 'Ana', ...change })
  expect(status).toBeLessThan(300)
}
const idle = () => until(() => collecting.accountIds.length === 0)

test('a code that was shown for one number links no other one that is entered meanwhile', async () => {
  const theirs = '+14155550900'
  daemon.accounts.add(theirs)
  const id = await add()
  const code = await want(id)
  await until(() => daemon.waitsFor(code))
  // What waits for the scan began before the change, and may end before it is stopped.
  await put(id, { address: theirs })
  daemon.scan(code, number())
  await idle()
  world.pass(3_000)
  await wantOnly(id)
  await until(async () => (await stateOf(id))[0] === 'not-available')
  await idle()
  expect(daemon.streamsOf(theirs)).toBe(0)
  daemon.receive(theirs, dataMessage({ message: 'of another organization' }))
  expect([await records(), await stateOf(id)]).toEqual([0, ['not-available', 'signed-out']])
  // What was linked is unlinked, and the number of the others is not.
  expect([...daemon.accounts].filter((one) => [theirs, number()].includes(one))).toEqual([theirs])

  expect((await admin.call('POST', `${accounts}/${id}/request-delete`)).status).toBeLessThan(300)
  await Promise.all([collecting.tick(), settleRequests(world.ctx, tenantId)])
  expect((await admin.call('GET', `${accounts}/${id}`)).status).toBe(404)
  expect(daemon.accounts.has(theirs)).toBe(true)
})

test('a change of the number ends the step that was shown for the one before', async () => {
  const id = await add()
  await want(id)
  await put(id, { address: '+14155550901' })
  expect(await stepOf()).toBeUndefined()
  await collecting.tick()
  await idle()
})

test('a number that is linked for one organization is neither handed to another nor cut by it', async () => {
  await link()
  const first = tenantId
  const stranger = await world.makeTenant(`signal-other-${turn}`)
  tenantId = stranger.id
  admin = await world.as(stranger, stranger.users.tenant_admin)
  const id = await add()
  const code = await want(id)
  await until(() => daemon.waitsFor(code))
  daemon.scan(code, number())
  await until(async () => (await stateOf(id))[1] === 'delivered-elsewhere')
  expect([daemon.streamsOf(number()), daemon.accounts.has(number())]).toEqual([1, true])
  await inTenant(world.ctx.db, first, (tx) =>
    tx.updateTable('channel_account').set({ status: 'inactive' }).execute(),
  )
})
