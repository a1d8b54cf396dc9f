import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { sharedVectors } from '@verbatim/reference/shared-data.ts'
import type { CollectedDelivery, Session } from '#channels/collection.ts'
import { sessionOf } from '#testing/collecting.ts'
import { type FakePerson, type FakeTelegram, openFakeTelegram } from '#testing/fakes/telegram.ts'
import { botAccount, parseUpdate, personAccount } from '#testing/telegram.ts'
import { telegram } from './connector.ts'
import { pollBot } from './polling.ts'

let fake: FakeTelegram
let kept: CollectedDelivery[]
let cursor: unknown
let connected: number
beforeEach(async () => {
  fake = await openFakeTelegram({ now: () => new Date() })
  kept = []
  cursor = undefined
  connected = 0
})
afterEach(() => fake.close())

const alice: FakePerson = { id: 7_001_001, first_name: 'Alice', is_bot: false }
const carl: FakePerson = { id: 5_550_042, first_name: 'Carl', is_bot: false }
const collection = pollBot({ retryMs: 1 })

/** Polls until `kept` has so many; 0 only connects. */
async function poll(most: number, { keep }: { keep?: () => void } = {}) {
  const ending = new AbortController()
  const endAt = () => {
    if (connected > 0 && kept.length >= most) ending.abort()
  }
  const session = sessionOf({
    signal: ending.signal,
    limits: { timeoutMs: 2_000, extraHosts: [fake.host] },
    cursor,
    rest: pause,
    connected: async () => {
      connected += 1
      endAt()
    },
    keep: async (deliveries, next) => {
      keep?.()
      kept.push(...deliveries)
      cursor = next
      endAt()
    },
  })
  const settings = { isPolled: true, botId: String(fake.botId) }
  return collection.collect({ ...botAccount, settings, secrets: { token: fake.token } }, session)
}
const turn = () => new Promise((done) => setImmediate(done))
const keysOf = (deliveries: readonly CollectedDelivery[]) =>
  deliveries.map(({ body, contentType }) => telegram.rawKey({ body, contentType, headers: {} }))

test('updates are kept under the keys and the routes that a webhook gives them, and only then confirmed', async () => {
  const connection = fake.connected(alice)
  const said = fake.businessMessage(connection.id, { from: carl, peer: carl })
  fake.keep(connection, said)
  await expect(
    poll(2, {
      keep: () => {
        throw new Error('The database is away')
      },
    }),
  ).rejects.toThrow('away')
  expect(fake.waiting).toHaveLength(2)

  expect(await poll(2)).toEqual({ outcome: 'again' })
  expect(kept.map(({ routes }) => routes)).toEqual([[String(alice.id)], [`connection:${connection.id}`]])
  fake.webhook = { url: 'https://verbatim.example/', allowed_updates: ['business_message'] }
  const body = Buffer.from(fake.request(said)!.body)
  expect(keysOf(kept)[1]).toBe(telegram.rawKey({ body, contentType: '', headers: {} }))
  expect(parseUpdate(JSON.parse(String(kept[1]?.body)), personAccount)).toHaveLength(1)
  // They are confirmed by the next question, which may be one of another process.
  fake.webhook = { url: '' }
  expect(fake.waiting).toHaveLength(2)
  fake.keep(fake.groupMessage(carl, 'Room'))
  await poll(3)
  expect([new Set(keysOf(kept)).size, fake.waiting.length]).toEqual([3, 1])
})

test('a poll waits for updates, and does not repeat a confirmed offset, because Telegram may restart its numbers', async () => {
  fake.keep(fake.groupMessage(carl, 'Room'))
  const polling = poll(2)
  while (cursor === undefined || JSON.stringify(cursor) !== '{}') await turn()
  expect(fake.waiting).toEqual([])
  fake.keep({ ...fake.groupMessage(carl, 'Room'), update_id: 17 })
  expect(await polling).toEqual({ outcome: 'again' })
  expect([keysOf(kept)[1], cursor]).toEqual(['update:17', { offset: 18 }])
})

test('an answer that broke off confirms nothing, and its updates are asked for again', async () => {
  fake.keep(fake.groupMessage(carl, 'Room', { text: 'before' }))
  await poll(1)
  const [before, confirmed] = [[...kept], cursor]
  fake.keep(
    fake.groupMessage(carl, 'Room', { text: 'one' }),
    fake.groupMessage(carl, 'Room', { text: 'two' }),
  )
  fake.breaking.add('getUpdates')
  expect(await poll(3)).toEqual({ outcome: 'retry', reason: expect.stringMatching(/^[\w-]+$/) })
  expect([fake.breaking.size, kept, cursor]).toEqual([0, before, confirmed])
  expect(await poll(3)).toEqual({ outcome: 'again' })
  expect(kept.map(({ body }) => JSON.parse(String(body)).message.text)).toEqual(['before', 'one', 'two'])
})

test('each failure ends the session as it should', async () => {
  fake.failing = { status: 429, description: 'Too Many Requests: retry after 14', retryAfter: 14 }
  expect(await poll(0)).toEqual({ outcome: 'retry', reason: 'status-429', afterMs: 14_000 })
  fake.failing = { status: 502, description: 'Bad Gateway' }
  expect(await poll(0)).toEqual({ outcome: 'retry', reason: 'status-502' })
  fake.failing = { status: 401, description: 'Unauthorized' }
  expect(await poll(0)).toEqual({ outcome: 'refused', reason: 'credentials-refused' })
  fake.failing = undefined
  fake.webhook = { url: 'https://elsewhere.example/' }
  expect(await poll(0)).toEqual({ outcome: 'refused', reason: 'delivered-elsewhere' })
  expect([fake.webhook.url, connected]).toEqual(['https://elsewhere.example/', 0])
})

interface ErrorVector {
  id: string
  input: { json: { error_code: number; description: string; parameters?: { retry_after: number } } }
  expected: { retryAfterSeconds?: number; fatal?: boolean }
}
const errors = sharedVectors<ErrorVector>('telegram.json', 'api-error')

test.skipIf(errors.length === 0)(
  'the reference errors end the session as the reference describes',
  async () => {
    for (const { id, input, expected } of errors) {
      const { error_code: status, description, parameters } = input.json
      fake.webhook = { url: expected.fatal ? 'https://elsewhere.example/' : '' }
      fake.failing = expected.fatal
        ? undefined
        : { status, description, ...(parameters && { retryAfter: parameters.retry_after }) }
      const answer = await fetch(`http://${fake.host}/bot${fake.token}/getUpdates`)
      expect([answer.status, await answer.json()], id).toEqual([status, input.json])
      const { retryAfterSeconds: seconds } = expected
      expect(await poll(0), id).toEqual(
        seconds === undefined
          ? { outcome: 'refused', reason: 'delivered-elsewhere' }
          : { outcome: 'retry', reason: `status-${status}`, afterMs: seconds * 1_000 },
      )
    }
  },
)

test('while another process still polls, the poll is retried', async () => {
  fake.isPolledElsewhere = true
  const polling = poll(0)
  while (fake.calls.filter((one) => one === 'getUpdates').length < 3) await turn()
  fake.isPolledElsewhere = false
  expect(await polling).toEqual({ outcome: 'again' })
  expect(connected).toBe(1)
})

test('a bot with a webhook, and a person’s account, are not polled', async () => {
  const session = {} as Session
  for (const account of [botAccount, { ...personAccount, settings: { isPolled: true } }])
    expect(await collection.collect(account, session)).toEqual({
      outcome: 'refused',
      reason: 'not-configured',
    })
})
