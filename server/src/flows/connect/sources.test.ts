import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { findCollectors } from '#channels/registry.ts'
import { openCollecting } from '#flows/collect/collect.ts'
import { fetchDueMedia } from '#flows/media/fetch-media.ts'
import { inTenant } from '#platform/db.ts'
import type { Caller } from '#testing/caller.ts'
import { openTestDatabase, type TestDatabase } from '#testing/database.ts'
import { type FakePerson, type FakeTelegram, openFakeTelegram } from '#testing/fakes/telegram.ts'
import { openWorld, type World, type WorldTenant } from '#testing/world.ts'
import { settleRequests } from './settle-requests.ts'

let database: TestDatabase
let telegram: FakeTelegram
let world: World
let tenant: WorldTenant
let admin: Caller
beforeAll(async () => {
  database = await openTestDatabase()
  telegram = await openFakeTelegram()
  world = await openWorld(database.url, { MEDIA_HOSTS: telegram.host })
  await world.app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(async () => {
  await world?.[Symbol.asyncDispose]()
  await telegram?.close()
  await database?.close()
})

let turn = 0
beforeEach(async () => {
  turn += 1
  telegram.webhook = { url: '' }
  tenant = await world.makeTenant(`sources-${turn}`)
  admin = await world.as(tenant, tenant.users.tenant_admin)
})
/** Telegram can call this installation. */
const publicUrl = 'https://verbatim.example'
const reachable = () => ({ ...world.ctx, config: { ...world.ctx.config, PUBLIC_BASE_URL: publicUrl } })
const accounts = '/external-accounts/api/v1/telegram/accounts'
const alice: FakePerson = { id: 7_001_001, first_name: 'Alice', last_name: 'Broker', is_bot: false }
const carl: FakePerson = { id: 5_550_042, first_name: 'Carl', is_bot: false }
const mallory: FakePerson = { id: 6_660_001, first_name: 'Mallory', is_bot: false }

const settle = async () => {
  while ((await settleRequests(reachable(), tenant.id)) > 0);
}
const read = async (id: string) => (await admin.call('GET', `${accounts}/${id}`)).json
const stateOf = async (id: string) => {
  const { status, problem, address } = await read(id)
  return [status, problem, address]
}

async function addBot(given: { token?: string; address?: string } = {}): Promise<string> {
  const { token = telegram.token, address = 'https://t.me/acme_capture_bot' } = given
  const { status, json } = await admin.call('POST', accounts, { name: 'Bot', address, details: { token } })
  expect(status).toBe(200)
  await settle()
  return json.id
}

const ofAlice = (sourceId: string) => ({ name: 'Alice', ownerId: tenant.representative, sourceId })

/** A person's account, and the token in the link for its owner. */
async function addPerson(sourceId: string): Promise<{ id: string; token: string }> {
  const { status, json } = await admin.call('POST', accounts, ofAlice(sourceId))
  expect([status, json.status, json.source]).toEqual([200, 'available', { id: sourceId, name: 'Bot' }])
  return { id: json.id, token: tokenIn(json) }
}

function tokenIn({ step }: { step: { kind: string; value: string } }): string {
  expect(step.kind).toBe('open')
  const [, token] = /^https:\/\/t\.me\/acme_capture_bot\?start=([\w-]{32})$/.exec(step.value)!
  return token!
}

/** Updates at the port that listens in this test. */
async function deliver(...updates: readonly Readonly<Record<string, unknown>>[]): Promise<void> {
  const { port } = world.app.server.address() as AddressInfo
  for (const update of updates) {
    const { url, ...init } = telegram.request(update)!
    const answer = await fetch(url.replace(publicUrl, `http://localhost:${port}`), init)
    expect([answer.status, await answer.text()]).toEqual([200, ''])
    await world.settle()
  }
}

/** The newest first, with the account that it was kept under. */
const found = async (caller = admin) => {
  const { json } = await caller.call('GET', '/bff/api/v1/messages?limit=50')
  return json.items.map(
    ({ body, direction, accountId }: { body: string; direction: string; accountId: string }) => [
      body,
      direction,
      accountId,
    ],
  )
}

async function linkAlice(): Promise<{ bot: string; id: string; connection: string }> {
  const bot = await addBot()
  const { id, token } = await addPerson(bot)
  const connection = telegram.connected(alice)
  await deliver(telegram.started(alice, token), connection)
  expect(await stateOf(id)).toEqual(['active', undefined, String(alice.id)])
  return { bot, id, connection: connection.id }
}

test('a person connects the bot, and their messages, edits and deletions are kept under their account', async () => {
  const { bot, id, connection } = await linkAlice()
  const asked = telegram.businessMessage(connection, {
    from: carl,
    peer: carl,
    fields: { text: 'Offer ok?' },
  })
  const said = telegram.businessMessage(connection, { from: alice, peer: carl, fields: { text: 'Yes' } })
  await deliver(asked, said, telegram.edited(said, { text: 'Yes, at 101.25' }), telegram.deleted(asked))
  expect((await found()).filter(([, , account]: string[]) => account === id).toSorted()).toEqual([
    ['Offer ok?', 'inbound', id],
    ['Yes, at 101.25', 'outbound', id],
  ])
  const { json } = await admin.call('GET', '/bff/api/v1/messages?limit=50&filter=isDeleted[eq]:true')
  expect(json.items.map(({ body }: { body: string }) => body)).toContain('Offer ok?')
  // Only the words for the bot itself are the bot's.
  expect((await found()).filter(([, , account]: string[]) => account === bot)).toHaveLength(1)

  await deliver(telegram.disconnected(alice, connection))
  expect(await stateOf(id)).toEqual(['not-available', 'signed-out', String(alice.id)])
  const again = telegram.connected(alice)
  await deliver(
    again,
    telegram.businessMessage(again.id, { from: carl, peer: carl, fields: { text: 'Back' } }),
  )
  expect(await stateOf(id)).toEqual(['active', undefined, String(alice.id)])
  expect(await found()).toContainEqual(['Back', 'inbound', id])
  const { json: trail } = await admin.call('GET', `/audit/events?limit=20&filter=target[eq]:${id}`)
  expect(trail.items.map(({ type }: { type: string }) => type)).toEqual([
    'account_connected',
    'account_disconnected',
    'account_connected',
    'account_updated',
    'account_link_sent',
    'account_created',
  ])
})

test('the same deliveries in reverse and again leave the same messages and the same state', async () => {
  const { id, connection } = await linkAlice()
  const asked = telegram.businessMessage(connection, {
    from: carl,
    peer: carl,
    fields: { text: 'Offer ok?' },
  })
  const said = telegram.businessMessage(connection, { from: alice, peer: carl, fields: { text: 'Yes' } })
  const updates = [
    asked,
    said,
    telegram.edited(said, { text: 'Yes, at 101.25' }),
    telegram.deleted(asked),
    telegram.connected(alice),
    telegram.disconnected(alice, connection),
  ]
  for (const order of [updates.toReversed(), updates]) {
    await deliver(...order)
    const { json } = await admin.call('GET', `/bff/api/v1/messages?limit=50&filter=accountId[eq]:${id}`)
    const shown = json.items.map(
      ({ body, isEdited, isDeleted }: { body: string; isEdited: boolean; isDeleted: boolean }) => [
        body,
        isEdited,
        isDeleted,
      ],
    )
    expect(shown.toSorted()).toEqual([
      ['Offer ok?', false, true],
      ['Yes, at 101.25', true, false],
    ])
    expect((await stateOf(id))[0]).toBe('not-available')
  }
})

test('messages of a group, and reactions to them, are kept under the bot', async () => {
  const { bot } = await linkAlice()
  const asked = telegram.groupMessage(carl, 'Deal room', { text: 'Ready?' })
  const answered = telegram.groupMessage(alice, 'Deal room', { text: 'Ready' })
  await deliver(asked, answered, telegram.reacted(alice, asked, [], ['👍']))
  await deliver(telegram.reacted(alice, asked, ['👍'], ['🔥']))
  expect(await found()).toEqual(
    expect.arrayContaining([
      ['Ready?', 'inbound', bot],
      ['Ready', 'outbound', bot],
    ]),
  )
  const events = await inTenant(world.ctx.db, tenant.id, (tx) =>
    tx.selectFrom('message_event').where('kind', '=', 'reaction').select(['payload', 'message_id']).execute(),
  )
  expect(events.every(({ message_id: id }) => id !== null)).toBe(true)
  const values = events.map(({ payload }) => payload as { action: string; value: string })
  expect(values.map(({ action, value }) => `${action} ${value}`).toSorted()).toEqual([
    'add 👍',
    'add 🔥',
    'remove 👍',
  ])
})

test('a connection that came before the link was followed counts once it is', async () => {
  const bot = await addBot()
  const { id, token } = await addPerson(bot)
  const connection = telegram.connected(alice)
  await deliver(connection)
  expect((await stateOf(id))[0]).toBe('available')
  await deliver(telegram.started(alice, token))
  expect(await stateOf(id)).toEqual(['active', undefined, String(alice.id)])
})

test('a token that is wrong, used, forwarded or shown elsewhere binds nothing', async () => {
  const bot = await addBot()
  const { id, token } = await addPerson(bot)
  const connection = telegram.connected(mallory)
  const forward_origin = { type: 'user', sender_user: alice, date: 1 }
  await deliver(
    connection,
    telegram.started(mallory, 'x'.repeat(32)),
    telegram.started(mallory, token, { forward_origin }),
    telegram.groupMessage(mallory, 'Room', { text: `/start ${token}` }),
    telegram.businessMessage(connection.id, { from: carl, peer: carl, fields: { text: `/start ${token}` } }),
  )
  expect((await read(id)).address).toMatch(/^unlinked-/)

  await deliver(telegram.started(alice, token), telegram.started(mallory, token))
  expect(await stateOf(id)).toEqual(['available', undefined, String(alice.id)])
  expect((await read(id)).step).toBeUndefined()
  const rows = await inTenant(world.ctx.db, tenant.id, (tx) =>
    tx.selectFrom('account_route').select('route').execute(),
  )
  expect(JSON.stringify(rows)).not.toContain('claim:')
})

test('a new link replaces the old one, and gives a connected account to nobody else', async () => {
  const { id } = await linkAlice()
  const first = tokenIn((await admin.call('POST', `${accounts}/${id}/request-reconnect`)).json)
  const second = tokenIn((await admin.call('POST', `${accounts}/${id}/request-reconnect`)).json)
  await deliver(telegram.started(alice, first), telegram.started(mallory, second))
  await deliver(telegram.connected(mallory))
  expect(await stateOf(id)).toEqual(['active', undefined, String(alice.id)])
})

test('chats of a person without an account stay with the bot, and no account speaks for another', async () => {
  const { bot, id, connection } = await linkAlice()
  const other = telegram.connected(mallory)
  await deliver(
    other,
    telegram.businessMessage(other.id, { from: mallory, peer: carl, fields: { text: 'Psst' } }),
  )
  expect(await found()).toContainEqual(['Psst', 'unknown', bot])
  await deliver(telegram.disconnected(mallory, other.id))
  expect(await stateOf(id)).toEqual(['active', undefined, String(alice.id)])
  // A message of Alice in the chats of another person is not one of her account.
  await deliver(
    telegram.businessMessage(other.id, { from: alice, peer: alice, fields: { text: 'To Mallory' } }),
    telegram.businessMessage(connection, { from: mallory, peer: mallory, fields: { text: 'To Alice' } }),
  )
  expect(await found()).toEqual(
    expect.arrayContaining([
      ['To Mallory', 'unknown', bot],
      ['To Alice', 'inbound', id],
    ]),
  )
})

test('who may not see the owner’s groups sees neither the account nor its messages', async () => {
  const { bot, connection } = await linkAlice()
  await deliver(
    telegram.businessMessage(connection, { from: carl, peer: carl, fields: { text: 'North only' } }),
  )
  const north = await world.as(tenant, tenant.northerner)
  expect((await found(north)).map(([body]: string[]) => body)).toEqual(['North only'])
  const { json } = await admin.call('POST', accounts, {
    ...ofAlice(bot),
    ownerId: tenant.colleague,
    name: 'Sam',
  })
  const ownConnection = telegram.connected(mallory)
  await deliver(
    telegram.started(mallory, tokenIn(json)),
    ownConnection,
    telegram.businessMessage(ownConnection.id, { from: carl, peer: carl, fields: { text: 'South only' } }),
  )
  expect((await found(north)).map(([body]: string[]) => body)).toEqual(['North only'])
  expect((await found()).map(([body]: string[]) => body)).toContain('South only')
})

test('the link is shown to those who may manage accounts, and in no list', async () => {
  const { id } = await addPerson(await addBot())
  const viewer = await world.as(tenant, tenant.users.compliance)
  const seen = await viewer.call('GET', `${accounts}/${id}`)
  expect([seen.status, seen.json.step]).toEqual([200, undefined])
  const lists = [await viewer.call('GET', accounts), await admin.call('GET', accounts)]
  expect(lists.map(({ text }) => text).join()).not.toContain('start=')
})

test('a redelivery is the same record, and the address of a person’s account takes no deliveries', async () => {
  const { id, connection } = await linkAlice()
  const said = telegram.businessMessage(connection, { from: carl, peer: carl, fields: { text: 'Once' } })
  await deliver(said, said)
  expect((await found()).filter(([body]: string[]) => body === 'Once')).toHaveLength(1)
  const { url, ...init } = telegram.request(said)!
  const { port } = world.app.server.address() as AddressInfo
  const elsewhere = url.replace(publicUrl, `http://localhost:${port}`).replace(/[^/]+$/, id)
  expect((await fetch(elsewhere, init)).status).toBe(403)
  const forged = { ...init, headers: { ...init.headers, 'x-telegram-bot-api-secret-token': 'guessed' } }
  expect((await fetch(url.replace(publicUrl, `http://localhost:${port}`), forged)).status).toBe(403)
})

test('files are fetched with the token of the bot', async () => {
  const { connection } = await linkAlice()
  const photo = [telegram.keepFile(Buffer.from('the picture'))]
  await deliver(
    telegram.businessMessage(connection, { from: carl, peer: carl, fields: { caption: 'signed', photo } }),
  )
  expect(await fetchDueMedia(world.ctx, tenant.id)).toBe(1)
  const file = await inTenant(world.ctx.db, tenant.id, (tx) =>
    tx.selectFrom('attachment').select(['state', 'sha256', 'source_url']).executeTakeFirstOrThrow(),
  )
  expect(file.state).toBe('stored')
  expect(file.source_url).not.toContain(telegram.token)
  expect(String(await world.ctx.blobs.get(tenant.id, file.sha256!))).toBe('the picture')
})

test('a bot is removed after the accounts of people, and its webhook with it', async () => {
  const { bot, id, connection } = await linkAlice()
  const refused = await admin.call('POST', `${accounts}/${bot}/request-delete`)
  expect([refused.status, refused.json.code]).toEqual([409, 'account.has-people'])
  expect(refused.json.message).toContain(': 1.')
  await admin.call('POST', `${accounts}/${id}/request-delete`)
  await settle()
  expect(telegram.webhook.url).not.toBe('')
  await deliver(telegram.businessMessage(connection, { from: carl, peer: carl, fields: { text: 'Late' } }))
  expect((await found()).find(([body]: string[]) => body === 'Late')?.[2]).toBe(bot)
  await admin.call('POST', `${accounts}/${bot}/request-delete`)
  await settle()
  expect(telegram.webhook.url).toBe('')
  expect((await admin.call('GET', `${accounts}/${bot}`)).status).toBe(404)
})

test('only an account of the same channel that receives by itself is a source', async () => {
  const { bot, id } = await linkAlice()
  const refusedOf = async (path: string, body: object) => (await admin.call('POST', path, body)).json.code
  expect(await refusedOf(accounts, ofAlice(id))).toBe('account.unknown-source')
  expect(await refusedOf(accounts, ofAlice(tenant.accounts.sms))).toBe('account.unknown-source')
  const other = await world.makeTenant(`sources-${turn}-other`)
  const stranger = await world.as(other, other.users.tenant_admin)
  const { json } = await stranger.call('POST', accounts, { name: 'Theirs', sourceId: bot })
  expect(json.code).toBe('account.unknown-source')
  const mail = '/external-accounts/api/v1/proofpoint/accounts'
  expect(await refusedOf(mail, { name: 'x', sourceId: tenant.accounts.proofpoint })).toBe(
    'account.unknown-source',
  )
  const withDetails = await admin.call('POST', accounts, { ...ofAlice(bot), details: { token: 'x' } })
  expect(withDetails.status).toBe(400)
})

test('where Telegram cannot call, the bot is polled by one process, until it is delivered to', async () => {
  const { json } = await admin.call('POST', accounts, {
    name: 'Bot',
    address: '@acme_capture_bot',
    details: { token: telegram.token, fetchesUpdates: true },
  })
  const bot: string = json.id
  await settle()
  const { id, token } = await addPerson(bot)
  const collecting = openCollecting(world.ctx, { holder: 'one', collectors: findCollectors() })
  const connection = telegram.connected(alice)
  const said = telegram.businessMessage(connection.id, {
    from: carl,
    peer: carl,
    fields: { text: 'Fetched' },
  })
  telegram.keep(telegram.started(alice, token), connection)
  try {
    await collecting.tick()
    await vi.waitUntil(() => telegram.waiting.length === 0, { timeout: 5_000, interval: 10 })
    await world.settle()
    telegram.keep(said)
    await vi.waitUntil(() => telegram.waiting.length === 0, { timeout: 5_000, interval: 10 })
    await world.settle()
    expect(await stateOf(id)).toEqual(['active', undefined, String(alice.id)])
    expect(await found()).toContainEqual(['Fetched', 'inbound', id])
    const health = async () => (await admin.call('GET', `/bff/api/v1/accounts/${bot}`)).json
    expect(await health()).toMatchObject({ webhookUrl: null, isFetched: true })

    const { version } = await read(bot)
    const change = { expectedVersion: version, details: { fetchesUpdates: false } }
    expect((await admin.call('PUT', `${accounts}/${bot}`, change)).status).toBe(200)
    await collecting.tick()
    await vi.waitUntil(() => collecting.accountIds.length === 0, { timeout: 5_000, interval: 10 })
    await settle()
    await collecting.tick()
    expect(collecting.accountIds).toEqual([])
    expect((await health()).isFetched).toBe(false)
  } finally {
    await collecting.close()
  }
  // An update that was fetched and not confirmed comes again.
  await deliver(said)
  expect((await found()).filter(([body]: string[]) => body === 'Fetched')).toHaveLength(1)
})

test('Telegram’s refusals are told, and its wishes to wait are kept', async () => {
  const problemOf = async (given: { token?: string; address?: string }) =>
    (await read(await addBot(given))).problem
  expect(await problemOf({ token: '1:AAAAAAAAAAAAAAA', address: '@wrong_token' })).toBe('credentials-refused')
  expect(await problemOf({ address: '@another_bot' })).toBe('address-differs')

  telegram.failing = { status: 429, description: 'Too Many Requests: retry after 14', retryAfter: 14 }
  const id = await addBot()
  expect((await read(id)).request).toBe('connect')
  telegram.failing = undefined
  world.pass(13_000)
  await settle()
  expect((await read(id)).status).toBe('available')
  world.pass(2_000)
  await settle()
  expect((await read(id)).status).toBe('active')
})
