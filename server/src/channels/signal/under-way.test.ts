/** The daemon confirms a message before it gives it, so the next one is read while one is being kept. */
import { expect, test } from 'vitest'
import type { CollectedDelivery, SessionEnd } from '#channels/collection.ts'
import { openFakeSignalCli } from '#testing/fakes/signal-cli.ts'
import { until } from '#testing/until.ts'
import { MemorySession } from '#testing/whatsapp-native.ts'
import { signal } from './connector.ts'

const number = '+4915112345299'

/** A disk that is slow: nothing is kept before the test says so. */
class SlowSession extends MemorySession {
  override readonly limits: MemorySession['limits'] & {
    variables: Record<string, string>
    extraHosts: string[]
  }
  isQuick = false
  readonly keeping: { readonly text: string; readonly gate: PromiseWithResolvers<void> }[] = []

  constructor(url: string) {
    super()
    const variables = { SIGNAL_DAEMON_URL: url }
    this.limits = { timeoutMs: 5_000, extraHosts: [new URL(url).host], variables }
  }

  override keep([one]: readonly CollectedDelivery[]): Promise<void> {
    if (this.isQuick) return Promise.resolve()
    const { envelope } = JSON.parse(String(one && Buffer.from(one.body)))
    const gate = Promise.withResolvers<void>()
    this.keeping.push({ text: envelope.dataMessage.message, gate })
    return gate.promise
  }
}

async function open() {
  const daemon = await openFakeSignalCli()
  daemon.accounts.add(number)
  const session = new SlowSession(daemon.url)
  await session.keys.set([{ type: 'device', id: 'linked', value: Buffer.from(number) }])
  const account = {
    id: '0198abcd-0000-7000-8000-00000000000a',
    tenantId: '0198abcd-0000-7000-8000-00000000000b',
    channel: 'signal',
    address: signal.identityOf(number),
    settings: {},
    secrets: {},
  } as unknown as Parameters<NonNullable<typeof signal.collection>['collect']>[0]
  let end: SessionEnd | undefined
  const ended = signal.collection?.collect(account, session).then((one) => (end = one))
  await until(() => daemon.streamsOf(number) === 1)
  let timestamp = 1_778_745_600_000
  const say = (message: string) => {
    timestamp += 1
    const [sourceNumber, sourceUuid] = ['+351912000111', '0b0b0b0b-1111-4222-8333-444444444444']
    const dataMessage = { timestamp, message }
    daemon.receive(number, { envelope: { sourceNumber, sourceUuid, timestamp, dataMessage } })
  }
  return {
    session,
    say,
    ended,
    endOf: () => end,
    async [Symbol.asyncDispose]() {
      session.isQuick = true
      for (const { gate } of session.keeping) gate.resolve()
      session.stop()
      await ended
      await daemon.close()
    },
  }
}

test('messages are handed over while earlier ones are being kept, in their order, up to a number', async () => {
  await using opened = await open()
  const { session, say } = opened
  for (let index = 0; index < 100; index += 1) say(`Message ${index}`)
  await until(() => session.keeping.length === 64)
  expect(session.keeping.map(({ text }) => text)).toEqual(
    Array.from({ length: 64 }, (_, index) => `Message ${index}`),
  )
  session.keeping[0]?.gate.resolve()
  await until(() => session.keeping.length === 65)
})

test('a few long messages are as much as many short ones', async () => {
  await using opened = await open()
  const { session, say } = opened
  for (let index = 0; index < 10; index += 1) say('x'.repeat(400_000))
  await until(() => session.keeping.length === 3)
  session.keeping[0]?.gate.resolve()
  await until(() => session.keeping.length === 4)
})

test('the connection ends when one cannot be kept, and only once all others are kept or given up', async () => {
  await using opened = await open()
  const { session, say, ended, endOf } = opened
  for (const text of ['One', 'Two', 'Three']) say(text)
  await until(() => session.keeping.length === 3)
  session.keeping[1]?.gate.reject(new Error('not stored'))
  session.keeping[0]?.gate.resolve()
  await new Promise((done) => setTimeout(done, 50))
  expect(endOf()).toBeUndefined()
  session.keeping[2]?.gate.resolve()
  await ended
  expect(endOf()).toMatchObject({ outcome: 'retry' })
})

test('a connection that is ended waits for what it took', async () => {
  await using opened = await open()
  const { session, say, ended, endOf } = opened
  say('One')
  await until(() => session.keeping.length === 1)
  session.stop()
  await new Promise((done) => setTimeout(done, 50))
  expect(endOf()).toBeUndefined()
  session.keeping[0]?.gate.resolve()
  await ended
  expect(endOf()).toEqual({ outcome: 'again' })
})
