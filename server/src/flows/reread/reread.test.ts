import { dayMs } from '@verbatim/contract/durations.ts'
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { findConnector, type Readers } from '#channels/registry.ts'
import { keepArrivals } from '#flows/capture/keep.ts'
import { ingest } from '#flows/capture/ingest.ts'
import { makeMissingLines } from '#flows/capture/missing.ts'
import type { CapturedEvent, CapturedMessage } from '#kernel/captured-event.ts'
import { inTenant } from '#platform/db.ts'
import type { Caller } from '#testing/caller.ts'
import { arrived, webMessage } from '#testing/fakes/linked-device.ts'
import { arrivalOf, captureHistory } from '#testing/history.ts'
import { linkAccount, tellAccount } from '#testing/linked-account.ts'
import { useTestWorld } from '#testing/test-world.ts'
import { storedEvent } from '#testing/whatsapp-native.ts'
import type { World, WorldTenant } from '#testing/world.ts'
import type { Choice } from './records.ts'
import { rereadRecords } from './reread.ts'

let world: World
let tenant: WorldTenant
let reviewer: Caller
useTestWorld(async (opened) => {
  world = opened
  tenant = await world.makeTenant('reread')
  reviewer = await world.as(tenant, tenant.users.compliance)
  const policy = {
    name: 'Guarantees',
    severity: 'low',
    scope: 'global',
    groupIds: [],
    action: 'raise',
    enabled: true,
    rules: [{ name: 'R', type: 'phrase', pattern: 'guaranteed return', scope: 'message', conditions: {} }],
  }
  expect((await reviewer.call('POST', '/bff/api/v1/topic', policy)).status).toBe(200)
})

/** A release whose connectors understand messages in another way. */
const releaseWith = (otherwise: Partial<CapturedMessage>) => ({
  find: (channel: Parameters<typeof findConnector>[0]) => {
    const connector = findConnector(channel)
    if (!connector) return undefined
    const parse: typeof connector.parse = async (stored, account) =>
      (await connector.parse(stored, account)).map((event): CapturedEvent =>
        event.kind === 'message' ? { ...event, ...otherwise } : event,
      )
    return { ...connector, parse }
  },
})
/** A release whose connectors understand nothing yet, and perhaps not even whose it is. */
const releaseWithout = (lacks: Partial<CapturedMessage> = {}) =>
  releaseWith({
    contentType: 'unsupported',
    body: null,
    structured: { raw: true },
    attachments: [],
    ...lacks,
  })
const earlier = releaseWithout()
const readers = { find: findConnector }

let sent = 0
async function deliver(fields: Record<string, string>, by: Pick<Readers, 'find'> = earlier): Promise<string> {
  sent += 1
  const sid = `SM${createHash('md5').update(String(sent)).digest('hex')}`
  const body = new URLSearchParams({
    MessageSid: sid,
    From: '+15550177001',
    To: '+15550100001',
    NumMedia: '0',
    ...fields,
  })
  const arrival = arrivalOf(world, tenant, [], {
    accountId: tenant.accounts.sms,
    channel: 'sms',
    contentType: 'application/x-www-form-urlencoded',
    bytes: Buffer.from(body.toString()),
  })
  await keepArrivals(world.ctx.db, tenant.id, [arrival], world.ctx.now())
  await ingest({ ...world.ctx, readers: by }, tenant.id)
  return sid
}

const run = (choice: Choice = {}, over: Partial<Parameters<typeof rereadRecords>[0]> = {}, of = tenant.id) =>
  rereadRecords(
    { ...world.ctx, readers, release: '9.9.9', operator: { userId: undefined, name: 'Operator' }, ...over },
    of,
    choice,
  )

/** Everything that a run may have changed. */
const everything = () =>
  inTenant(world.ctx.db, tenant.id, async (tx) => {
    const { rows } = await sql<{
      all: string
    }>`select md5(string_agg(kept.line, '|' order by kept.line)) as all from (
      select message::text as line from message union all select message_revision::text from message_revision
      union all select message_event::text from message_event union all select attachment::text from attachment
      union all select message_reread::text from message_reread union all select cognitive_event::text from cognitive_event
      union all select evidence::text from evidence union all select conversation::text from conversation) kept`.execute(
      tx,
    )
    return rows[0]?.all
  })
const messages = async () => (await reviewer.call('GET', '/bff/api/v1/messages?limit=200')).json.items
const found = async (words: string) =>
  (await reviewer.call('GET', `/bff/api/v1/messages?search=messageBody:${words}`)).json.total

test('content that a later release understands is shown, found and examined, and the former content is noted', async () => {
  await deliver({ Body: 'A guaranteed return for you' })
  await deliver({ Body: 'Understood from the start' }, readers)
  expect(await found('guaranteed')).toBe(0)
  expect(await run()).toMatchObject({ records: 1, understood: 1, added: 0, unreadable: 0 })
  const read = (await messages()).find(({ body }: { body: string | null }) => body?.includes('guaranteed'))
  expect(read).toMatchObject({ contentType: 'text', isEdited: false })
  const url = `/bff/api/v1/messages/${read.id}`
  expect((await reviewer.call('GET', url)).json).toMatchObject({
    reread: { at: world.ctx.now().toISOString(), release: '9.9.9' },
    versions: [{ body: null }, { capturedAt: world.ctx.now().toISOString() }],
  })
  const others = (await messages()).filter(({ id }: { id: string }) => id !== read.id)
  for (const { id } of others)
    expect((await reviewer.call('GET', `/bff/api/v1/messages/${id}`)).json).not.toHaveProperty('reread')
  expect(await found('guaranteed')).toBe(1)
  expect((await reviewer.call('GET', '/bff/api/v1/cognitive-events')).json.total).toBe(1)
  const kept = await inTenant(world.ctx.db, tenant.id, async (tx) => ({
    was: await tx.selectFrom('message_reread').select(['release', 'was']).execute(),
    bodies: await tx.selectFrom('message_revision').select('body').orderBy('revision').execute(),
  }))
  expect(kept.was).toMatchObject([
    { release: '9.9.9', was: { contentType: 'unsupported', structured: { raw: true } } },
  ])
  expect(kept.bodies).toEqual([{ body: null }, { body: 'A guaranteed return for you' }])
  const { json: trail } = await (
    await world.as(tenant, tenant.users.tenant_admin)
  ).call('GET', '/audit/events?filter=eventType[eq]:records_reread')
  expect(trail.items).toMatchObject([{ actor: { name: 'Operator' } }])
})

test('a second run changes nothing, and neither does one over all records', async () => {
  const before = await everything()
  await run()
  await run({ all: true })
  expect(await everything()).toBe(before)
})

test('a run that is stopped at any batch goes on from there', async () => {
  for (let i = 0; i < 3; i++) await deliver({ Body: `Part ${i}` })
  const broken = { ...world.ctx.examiner, compiledOf: () => Promise.reject(new Error('killed')) }
  const before = await everything()
  await expect(run({}, { examiner: broken, release: '9.9.10' })).rejects.toThrow('killed')
  expect(await everything()).toBe(before)
  const stop = new AbortController()
  const signal = stop.signal
  const first = await run({}, { release: '9.9.10', signal, tell: () => stop.abort() })
  expect(first).toMatchObject({ understood: 3, isFinished: false })
  expect(await run({}, { release: '9.9.10' })).toMatchObject({ records: 3, understood: 3, isFinished: true })
})

test('a text that was edited since stays the one that is shown', async () => {
  const targetKey = await deliver({ Body: 'As first sent' })
  const at = world.ctx.now()
  await captureHistory(world, tenant, [
    { kind: 'edit', channel: 'sms', eventKey: 'e1', targetKey, at, body: 'As edited' },
  ])
  expect(await run()).toMatchObject({ understood: 1 })
  const texts = (await messages()).map(({ body }: { body: string }) => body)
  expect(texts).toContain('As edited')
  expect(texts).not.toContain('As first sent')
  const kept = await inTenant(world.ctx.db, tenant.id, (tx) =>
    tx.selectFrom('message_revision').where('body', '=', 'As first sent').select('revision').execute(),
  )
  expect(kept).toEqual([{ revision: 3 }])
})

test('a message that turns out to be automatic promises nothing any more', async () => {
  const promise = {
    contentType: 'unsupported',
    body: 'I will send it tomorrow.',
    direction: 'outbound',
  } as const
  await deliver({ Body: 'x' }, releaseWith(promise))
  const promises = () =>
    inTenant(world.ctx.db, tenant.id, (tx) => tx.selectFrom('promise').selectAll().execute())
  expect(await promises()).toHaveLength(1)
  const later = releaseWith({ ...promise, contentType: 'text', flags: ['autoReply'] })
  expect(await run({}, { readers: later })).toMatchObject({ understood: 1 })
  expect(await promises()).toEqual([])
})

test('a message that turns out to be of another author is kept once, beside its line', async () => {
  const author = { kind: 'unknown', value: 'unknown' } as const
  await deliver({ Body: 'Whose is this' }, releaseWithout({ author }))
  expect(await run()).toMatchObject({ understood: 0, added: 1 })
  expect(await found('whose')).toBe(1)
  const before = await everything()
  expect(await run()).toMatchObject({ understood: 0, added: 0 })
  expect(await everything()).toBe(before)
})

test('only the chosen records are read again', async () => {
  await deliver({ Body: 'Another' })
  const before = await everything()
  expect(await run({ channel: 'whatsapp' })).toMatchObject({ records: 0 })
  expect(await run({ before: '2001-01-01' })).toMatchObject({ records: 0 })
  expect(await run({ accountId: tenant.accounts.proofpoint })).toMatchObject({ records: 0 })
  expect(await everything()).toBe(before)
  expect(await run({ accountId: tenant.accounts.sms, channel: 'sms' })).toMatchObject({ understood: 1 })
})

test('the product itself cannot change what a message says, once it was understood or without a note', async () => {
  await deliver({ Body: 'Not yet' })
  const change = (values: string, where: string) =>
    inTenant(world.ctx.db, tenant.id, (tx) =>
      sql`update message set ${sql.raw(values)} where content_type ${sql.raw(where)}`.execute(tx),
    )
  for (const type of ['text', 'unsupported'])
    for (const values of [
      "subject = 'Other'",
      "format = 'html'",
      "content_type = 'file'",
      'attachment_count = 9',
    ])
      await expect(change(values, `= '${type}'`)).rejects.toThrow(/is kept/)
  await expect(change("structured = '{}'", "= 'unsupported'")).rejects.toThrow(/is kept/)
  // What was empty may be added, once.
  const added = `structured = '{"late":1}', flags = array['autoReply'], reply_to_key = 'first'`
  await change(added, "= 'text'")
  for (const values of [
    `structured = '{"late":2}'`,
    'structured = null',
    "flags = '{}'",
    "reply_to_key = 'second'",
  ])
    await expect(change(values, "= 'text'")).rejects.toThrow(/is kept/)
})

test('a line of a conversation that turned out to be another gets its content, and no second message', async () => {
  const linked = await linkAccount(world, 'reread-merged')
  const hidden = '98765432109876@lid'
  const bob = '15552223333@s.whatsapp.net'
  const arrives = (given: object) => ['messages.upsert', arrived(webMessage(given))] as const
  await tellAccount(world, linked, [arrives({ from: bob, id: 'H2', text: 'known' })])
  world.pass(1_000)
  const { body } = storedEvent(...arrives({ from: hidden, id: 'H1', text: 'hidden' }))
  const arrival = arrivalOf(world, linked.tenant, [], {
    accountId: linked.id,
    channel: 'whatsappnative',
    contentType: 'application/json',
    bytes: body,
  })
  await keepArrivals(world.ctx.db, linked.tenant.id, [arrival], world.ctx.now())
  await ingest({ ...world.ctx, readers: earlier }, linked.tenant.id)
  await tellAccount(world, linked, [
    arrives({ from: hidden, id: 'H3', text: 'both', key: { remoteJidAlt: bob } }),
  ])
  await run({}, {}, linked.tenant.id)
  const messages = await inTenant(world.ctx.db, linked.tenant.id, (tx) =>
    tx.selectFrom('message').select(['body', 'conversation_id']).orderBy('body').execute(),
  )
  expect(messages.map((one) => one.body)).toEqual(['both', 'hidden', 'known'])
  expect(new Set(messages.map((one) => one.conversation_id)).size).toBe(1)
})

test('the gap of a line is closed by a message that a later release reads', async () => {
  const silent = {
    find: (channel: Parameters<typeof findConnector>[0]) => {
      const connector = findConnector(channel)
      return connector && { ...connector, parse: () => Promise.resolve([]) }
    },
  }
  // The account is older than its messages, also by the clock of the database, which the test does not stop.
  world.pass(dayMs)
  const sid = await deliver({ Body: 'Read later' }, silent)
  const read: CapturedEvent = {
    kind: 'status',
    channel: 'sms',
    targetKey: sid,
    eventKey: 'read later',
    state: 'read',
  }
  const status = arrivalOf(world, tenant, [read], { accountId: tenant.accounts.sms, channel: 'sms' })
  await keepArrivals(world.ctx.db, tenant.id, [status], world.ctx.now())
  await ingest({ ...world.ctx, readers }, tenant.id)
  world.pass(8 * dayMs)
  expect(await makeMissingLines(world.ctx, tenant.id)).toBe(1)
  const outcomes = () =>
    inTenant(world.ctx.db, tenant.id, (tx) =>
      tx.selectFrom('account_gap').where('kind', '=', 'missing').select('outcome').execute(),
    )
  expect(await outcomes()).toEqual([{ outcome: null }])
  expect(await run({ all: true })).toMatchObject({ added: 1 })
  expect(await outcomes()).toEqual([{ outcome: 'arrived' }])
})
