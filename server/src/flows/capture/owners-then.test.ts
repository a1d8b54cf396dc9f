/** An account that has changed hands: each message is from, and to, its owner of that time, wherever it is shown, found or sent on. */
import { hourMs } from '@verbatim/contract/durations.ts'
import { expect, test } from 'vitest'
import { findConnector } from '#channels/registry.ts'
import { findMembers, findPeople } from '#flows/archive/people.ts'
import { runExports } from '#flows/make-exports/run-exports.ts'
import type { CapturedMessage } from '#kernel/captured-event.ts'
import { setUpCapture } from '#testing/capture.ts'
import type { Caller } from '#testing/caller.ts'
import type { World, WorldTenant } from '#testing/world.ts'
import { ingest } from './ingest.ts'
import { keepArrivals } from './keep.ts'

const client = '+15550177001'
const own = '+15550100001'
const library = '/bff/api/v1/messages'

let world: World
let tenant: WorldTenant
const { inside, messages, arrival, message } = setUpCapture('then', (bed) => ({ world, tenant } = bed))

const asked = async (caller: Caller, url: string) => {
  const { status, json, text } = await caller.call('GET', url)
  expect(status, text).toBe(200)
  return json
}
const officer = () => world.as(tenant, tenant.users.compliance)

async function deliver(events: readonly CapturedMessage[]): Promise<void> {
  const given = events.map((event) => arrival([event], { accountId: tenant.accounts.sms, channel: 'sms' }))
  await keepArrivals(world.ctx.db, tenant.id, given, world.ctx.now())
  await ingest({ ...world.ctx, readers: { find: findConnector } }, tenant.id)
}
const fromClient = (body: string, sentAt = world.ctx.now()) =>
  message({
    channel: 'sms',
    messageKey: body,
    body,
    sentAt,
    author: { kind: 'phone', value: client },
    participants: [{ identity: { kind: 'self', value: '' }, role: 'recipient' }],
  })
const fromOwner = (body: string, sentAt = world.ctx.now()) =>
  message({
    channel: 'sms',
    messageKey: body,
    body,
    sentAt,
    direction: 'outbound',
    author: { kind: 'self', value: '' },
    participants: [{ identity: { kind: 'phone', value: client }, role: 'recipient' }],
  })

/** Of Rita Lund, of the north group; then of Sam Sund, of the south group. */
async function handedOver(): Promise<void> {
  await deliver([fromClient('1 asked'), fromOwner('2 answered')])
  world.pass(hourMs)
  const admin = await world.as(tenant, tenant.users.super_admin)
  const url = `/messenger/api/v1/users/${tenant.representative}?successorId=${tenant.colleague}`
  expect((await admin.call('DELETE', url)).status).toBe(200)
  world.pass(hourMs)
  await deliver([fromClient('3 asked'), fromOwner('4 answered')])
}

const listed = async (question = '', caller?: Caller) =>
  (await asked(caller ?? (await officer()), `${library}?sort=postedDate${question}`)).items
const bodies = async (question: string) =>
  (await listed(question)).map(({ body }: { body: string }) => body).toSorted()

test('a list and a file name the owner to whom it was written then', async () => {
  await handedOver()
  expect((await listed()).map(({ to }: { to: { names: string[] } }) => to.names)).toEqual([
    ['Rita Lund'],
    [client],
    ['Sam Sund'],
    [client],
  ])
  const reader = await officer()
  const { json } = await reader.call('POST', `${library}/export?sort=postedDate`, { format: 'csv' })
  while ((await runExports(world.ctx, tenant.id)) > 0);
  const { text } = await reader.call('GET', `/bff/api/v1/exports/${json.exportId}/file`)
  const named = text.split('\n').map((line) => /Rita Lund|Sam Sund/.exec(line)?.[0])
  expect(named.filter(Boolean)).toEqual(['Rita Lund', 'Rita Lund', 'Sam Sund', 'Sam Sund'])
})

test('what was written to the one is not found as written to the other', async () => {
  await handedOver()
  expect(await bodies(`&filter=recipientId[eq]:${tenant.representative}`)).toEqual(['1 asked'])
  expect(await bodies(`&filter=recipientId[eq]:${tenant.colleague}`)).toEqual(['3 asked'])
  expect(await bodies(`&filter=recipientId[neq]:${tenant.colleague}`)).toEqual([
    '1 asked',
    '2 answered',
    '4 answered',
  ])
  expect(await bodies('&filter=recipientId[nempty]')).toEqual(['1 asked', '3 asked'])
})

test('both are in the conversation, each for as long as the account was theirs; a reader of a part sees one', async () => {
  await handedOver()
  const people = async (caller: Caller) => {
    const [{ conversationId }] = await listed('', caller)
    const { participants } = await asked(caller, `/bff/conversations/${conversationId}`)
    return participants
      .filter(({ address }: { address: string }) => address === own)
      .map(({ name, userId, lastAt }: { name: string; userId: string; lastAt: string }) => [
        name,
        userId,
        lastAt,
      ])
  }
  const [first, , third] = await messages()
  const all = await people(await officer())
  expect(all).toEqual([
    ['Rita Lund', tenant.representative, new Date(third!.posted_at.getTime() - hourMs).toISOString()],
    ['Sam Sund', tenant.colleague, third!.posted_at.toISOString()],
  ])
  const northern = await world.as(tenant, tenant.northerner)
  expect(await people(northern)).toEqual([
    ['Rita Lund', tenant.representative, first!.posted_at.toISOString()],
  ])
})

test('each has a pseudonym of their own', async () => {
  await handedOver()
  const admin = await world.as(tenant, tenant.users.tenant_admin)
  const { status } = await admin.call('PUT', '/bff/organizations', { readsUnderPseudonyms: true })
  expect(status).toBe(200)
  world.pass(4_000)
  const reader = await world.as(tenant, tenant.users.analyst)
  const shown = await listed('', reader)
  const [asked1, answered2, asked3, answered4] = shown.map(
    ({ from, to }: { from: string; to: { names: string[] } }) => ({ from, to: to.names[0] }),
  )
  expect(asked1.to).toBe(answered2.from)
  expect(asked3.to).toBe(answered4.from)
  expect(answered4.from).not.toBe(answered2.from)
  expect(asked3.from).toBe(asked1.from)
  const { participants } = await asked(reader, `/bff/conversations/${shown[0].conversationId}`)
  expect(new Set(participants.map(({ name }: { name: string }) => name))).toEqual(
    new Set([asked1.from, answered2.from, answered4.from]),
  )
})

async function archived() {
  const rows = await messages()
  return inside(async (tx) => {
    const about = rows.map((row, place) => ({ ...row, place, message_id: row.id, actor: null, at: null }))
    const people = await findPeople(tx, about)
    return about.map((one) => people.of(one))
  })
}

test('a mail of the archive is from and to the owner of that time, and so is one about a member', async () => {
  await handedOver()
  const rita = { name: 'Rita Lund', address: own, mail: `rep@${tenant.label}.example` }
  const sam = { name: 'Sam Sund', address: own, mail: `colleague@${tenant.label}.example` }
  const [asked1, answered2, asked3, answered4] = await archived()
  expect([answered2!.author, answered4!.sender]).toEqual([rita, sam])
  expect([asked1!.recipients, asked3!.recipients]).toEqual([[rita], [sam]])
  const [first, , third] = await messages()
  await inside(async (tx) => {
    for (const [row, owner] of [
      [first!, rita],
      [third!, sam],
    ] as const)
      expect((await findMembers(tx, row.conversation_id, row.posted_at)).of(own, null)).toEqual(owner)
  })
})

test('what the former owner wrote is theirs if it comes after what the new one wrote', async () => {
  const before = world.ctx.now()
  world.pass(hourMs)
  const admin = await world.as(tenant, tenant.users.super_admin)
  const url = `/messenger/api/v1/users/${tenant.representative}?successorId=${tenant.colleague}`
  expect((await admin.call('DELETE', url)).status).toBe(200)
  world.pass(hourMs)
  await deliver([fromOwner('now')])
  await deliver([fromOwner('before', before)])
  const [late, now] = await archived()
  expect([late!.author.name, now!.author.name]).toEqual(['Rita Lund', 'Sam Sund'])
})
