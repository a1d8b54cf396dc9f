import { expect, test } from 'vitest'
import { shareOf } from '@verbatim/reference/share.ts'
import { type Arrival, keepArrivals } from '#flows/capture/keep.ts'
import { type ArchivingWorld, useArchivingWorld } from '#testing/archiving.ts'
import { messageFields, sidOf } from '#testing/traffic/twilio-traffic.ts'
import { mostConnections, Paces } from './pace.ts'
import { sendArchive } from './send-archive.ts'

let on: ArchivingWorld
useArchivingWorld((opened) => {
  on = opened
})

const each = 3
/** In the current test. */
let people: number
const mails = () => people * each
/** What each of some people says waits: three mails of a conversation. */
async function waitWith(of = 8): Promise<void> {
  people = of
  await on.configure({ mode: 'paused' })
  const { world, tenant } = on
  await keepArrivals(world.ctx.db, tenant.id, Array.from({ length: mails() }, arrivalOf), world.ctx.now())
  await world.settle()
  await on.configure()
}
/** As its intake keeps it. */
function arrivalOf(_: unknown, index: number): Arrival {
  const { world, tenant } = on
  const peer = `+155501${String(index % people).padStart(5, '0')}`
  const sid = sidOf('SM', `${tenant.label}/${index}`)
  const to = { channel: 'sms', address: '+15550100001' } as const
  const fields = messageFields(to, { sid, peer, text: `Number ${index}.` })
  return {
    tenantId: tenant.id,
    accountId: tenant.accounts.sms,
    channel: 'sms',
    transport: 'webhook',
    sourceKey: sid,
    contentType: 'application/x-www-form-urlencoded',
    headers: {},
    remote: undefined,
    bytes: Buffer.from(new URLSearchParams(fields).toString()),
    receivedAt: world.ctx.now(),
  }
}
const sendOver = async (paces: Paces) => {
  while ((await sendArchive(on.world.ctx, on.tenant.id, { paces })) > 0);
}

/** What an archive has that keeps one mail for a Message-ID. */
const kept = () => [
  ...new Map(
    on.archive.got.filter(({ isTaken }) => isTaken).map((one) => [one.mail.messageId, one]),
  ).values(),
]

/** Each arrived once, and what one person said in its order. */
function expectAll(taken = on.archive.got.filter(({ isTaken }) => isTaken)): void {
  expect(new Set(taken.map(({ mail }) => mail.messageId)).size).toBe(mails())
  const numbers = taken.map(({ mail }) => Number(mail.text?.match(/Number (\d+)\./)?.[1]))
  expect(numbers).toHaveLength(mails())
  for (let person = 0; person < people; person++)
    expect(numbers.filter((number) => number % people === person)).toEqual(
      Array.from({ length: each }, (_, round) => round * people + person),
    )
}
const trouble = async () => (await on.admin.call('GET', `${on.url}/settings`)).json.settings.trouble
const attempts = async () => (await on.mails()).map((mail: { attempts: number }) => mail.attempts)

test('a slow receiver gets mails over more connections, in the order of each conversation', async () => {
  on.archive.manner.lateMs = 20
  await waitWith(20)
  await sendOver(new Paces())
  expectAll()
  expect(on.archive.manner.peak).toBeGreaterThan(4)
  expect(on.archive.manner.peak).toBeLessThanOrEqual(mostConnections)
})

test('no further connections are opened to a receiver that refuses them', { tags: ['whole'] }, async () => {
  Object.assign(on.archive.manner, { lateMs: 20, mostConnections: 3 })
  await waitWith()
  const paces = new Paces()
  await sendOver(paces)
  expectAll()
  expect(on.archive.manner.peak).toBe(3)
  expect(await trouble()).toBeUndefined()
  expect(new Set(await attempts())).toEqual(new Set([1]))
  const receiver = { host: 'localhost', port: on.archive.port }
  expect(paces.of(on.tenant.id, receiver).connections(on.world.ctx.now())).toBeLessThanOrEqual(3)
})

test('a receiver of one connection gets everything over it', async () => {
  on.archive.manner.mostConnections = 1
  await waitWith()
  await sendOver(new Paces())
  expectAll()
  expect(await trouble()).toBeUndefined()
  expect(on.archive.manner.peak).toBe(1)
})

test(
  'a receiver that goes away while it has several connections is suspended once',
  { tags: ['whole'] },
  async () => {
    on.archive.manner.lateMs = 20
    await waitWith()
    on.archive.answers.push(...Array.from({ length: mails() / 2 }, () => 'take' as const), 'cut')
    await sendArchive(on.world.ctx, on.tenant.id)
    expect(await trouble()).toMatchObject({ problem: 'interrupted' })
    const taken = new Set(on.archive.got.filter(({ isTaken }) => isTaken).map(({ mail }) => mail.messageId))
    expect(taken.size).toBeLessThan(mails())
    await on.pass(2 * 60_000)
    await on.send()
    const states = (await on.mails()).map(({ state }: { state: string }) => state)
    expect(new Set(states)).toEqual(new Set(['accepted']))
    expectAll(kept())
  },
)

test.each(
  shareOf(
    (['mail', 'recipient', 'data'] as const).flatMap((at) =>
      [421, 450, 451].map((answer) => ({ at, answer })),
    ),
    9, // each command with each answer only in the whole run
  ),
)(
  'a receiver that is too busy for further connections, $answer to $at, is left with those it serves',
  async ({ at, answer }) => {
    Object.assign(on.archive.manner, { lateMs: 20, extra: { most: 3, at, answer } })
    await waitWith()
    const paces = new Paces()
    await sendOver(paces)
    expectAll()
    expect(await trouble()).toBeUndefined()
    expect(new Set(await attempts())).toEqual(new Set([1]))
    const receiver = { host: 'localhost', port: on.archive.port }
    expect(paces.of(on.tenant.id, receiver).connections(on.world.ctx.now())).toBeLessThanOrEqual(3)
  },
)

test('a mail that a further connection may have delivered is not sent again at once', async () => {
  const timeoutMs = 400
  const extra = { most: 1, at: 'data', answer: { lateMs: 3 * timeoutMs } }
  Object.assign(on.archive.manner, { lateMs: 20, extra })
  await waitWith()
  await sendArchive({ ...on.world.ctx, archiveLink: { timeoutMs } }, on.tenant.id)
  const sent = on.archive.got.map(({ mail }) => mail.messageId)
  expect(new Set(sent).size).toBe(sent.length)
  expect(sent.length).toBeLessThan(mails())
  expect(await trouble()).toMatchObject({ problem: 'timeout' })
  on.archive.manner.extra = undefined
  await on.pass(2 * 60_000)
  await on.send()
  expectAll(kept())
})

test('later mails of a conversation wait for a postponed one, also in a later turn', async () => {
  await on.configure()
  await on.say('First.')
  await on.say('Second.')
  on.archive.answers.push(451)
  await on.send()
  await on.say('Third.')
  on.world.pass(1)
  await on.world.deliver(on.tenant, { from: '+15550107777', body: 'Of another.' })
  await on.world.settle()
  await on.send()
  expect(await attempts()).toEqual([1, 0, 0, 1])
  await on.pass(60_000)
  await on.send()
  const texts = on.archive.got
    .filter(({ isTaken }) => isTaken)
    .map(({ mail }) => mail.text?.match(/First|Second|Third|Of another/)?.[0])
  expect(texts).toEqual(['Of another', 'First', 'Second', 'Third'])
})
