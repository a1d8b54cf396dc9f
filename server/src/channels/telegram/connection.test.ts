import { afterEach, beforeEach, expect, test } from 'vitest'
import type { ChannelAccount } from '#channels/connector.ts'
import { withMemory } from '#testing/connect-limits.ts'
import { type FakeTelegram, openFakeTelegram } from '#testing/fakes/telegram.ts'
import { botAccount, personAccount } from '#testing/telegram.ts'
import { telegram } from './connector.ts'
import { addressOfFile } from './media.ts'

let fake: FakeTelegram
beforeEach(async () => {
  fake = await openFakeTelegram({ now: () => new Date() })
})
afterEach(() => fake.close())

const hook = 'https://verbatim.example/hooks/telegram/1'
const limits = () => ({ timeoutMs: 2_000, extraHosts: [fake.host] })
const accountOf = (changes: Partial<ChannelAccount> = {}): ChannelAccount => ({
  ...botAccount,
  address: { kind: 'username', value: '@acme_capture_bot' },
  settings: {},
  secrets: { token: fake.token },
  ...changes,
})
const connect = (account = accountOf()) => telegram.connection!.connect(account, hook, withMemory(limits()))
const disconnect = (account = accountOf()) => telegram.connection!.disconnect(account, hook, limits())

test('a bot is connected with a secret of ours, and with all the updates that we read', async () => {
  const outcome = await connect()
  expect(outcome).toMatchObject({
    outcome: 'done',
    settings: { botId: String(fake.botId), webhookUrl: hook },
  })
  const secret = outcome.outcome === 'done' && outcome.secrets?.['webhookSecret']
  expect(fake.webhook).toMatchObject({ url: hook, secret_token: secret })
  expect(secret).toMatch(/^[\w-]{43}$/)
  expect(fake.webhook.allowed_updates).toEqual(expect.arrayContaining(['message_reaction', 'chat_member']))
  expect(fake.webhook).not.toHaveProperty('drop_pending_updates')

  const again = await connect(accountOf({ secrets: { token: fake.token, webhookSecret: secret } }))
  expect(again).toMatchObject({ secrets: { webhookSecret: secret } })
})

test('each refusal has its reason', async () => {
  const refusedFor = async (changes: Partial<ChannelAccount>) => {
    const outcome = await connect(accountOf(changes))
    return outcome.outcome === 'refused' && outcome.reason
  }
  expect(await refusedFor({ secrets: {} })).toBe('not-configured')
  expect(await refusedFor({ secrets: { token: '../../x' } })).toBe('not-configured')
  expect(await refusedFor({ secrets: { token: '1:AAAAAAAAAAAAAAA' } })).toBe('credentials-refused')
  expect(await refusedFor({ address: { kind: 'username', value: '@other_bot' } })).toBe('address-differs')
  fake.badWebhook = 'Bad Request: bad webhook: Failed to resolve host: Name or service not known'
  expect(await refusedFor({})).toBe('host-refused')
  fake.badWebhook = undefined
  fake.webhook = { url: 'https://elsewhere.test/' }
  expect(await refusedFor({})).toBe('delivered-elsewhere')
  expect(fake.webhook.url).toBe('https://elsewhere.test/')
  await using personal = await openFakeTelegram({ now: () => new Date(), businessMode: false })
  const outcome = await telegram.connection!.connect(accountOf(), hook, {
    ...withMemory(limits()),
    extraHosts: [personal.host],
  })
  expect(outcome).toEqual({ outcome: 'refused', reason: 'cannot-receive' })
})

test('updates are fetched where Telegram cannot call, or by choice; switching either way drops none', async () => {
  const polled = {
    outcome: 'done',
    settings: { botId: String(fake.botId), isPolled: true },
    isCollected: true,
  }
  for (const address of [
    'http://verbatim.example/hooks/telegram/1',
    'https://localhost/hooks/telegram/1',
    'https://10.1.2.3/hooks/telegram/1',
    'https://verbatim/hooks/telegram/1',
    'https://verbatim.example:9443/hooks/telegram/1',
  ])
    expect(await telegram.connection!.connect(accountOf(), address, withMemory(limits()))).toEqual(polled)
  await connect()
  expect(fake.webhook.url).toBe(hook)
  fake.webhook.url = 'https://before.example/hooks/telegram/1'
  const chosen = accountOf({ settings: { fetchesUpdates: true, webhookUrl: fake.webhook.url } })
  expect(await connect(chosen)).toEqual(polled)
  expect([fake.webhook.url, fake.dropped]).toEqual(['', false])
  // The process that fetches its updates knows the state of the bot.
  const asked = fake.calls.length
  const given = accountOf({
    settings: { isPolled: true },
    secrets: { token: fake.token, webhookSecret: 'x'.repeat(43) },
  })
  const check = telegram.connection!.check!(given, hook, {
    ...limits(),
    now: new Date(),
    isUnchanged: async () => true,
  })
  expect([(await check).outcome, fake.calls.length]).toEqual(['not-asked', asked])
  fake.webhook = { url: 'https://elsewhere.example/' }
  expect(await connect(chosen)).toEqual({ outcome: 'refused', reason: 'delivered-elsewhere' })
  fake.webhook = { url: '' }
  expect(await connect(given)).toMatchObject({ settings: { webhookUrl: hook, isPolled: false } })
  expect([fake.webhook.url, fake.dropped]).toEqual([hook, false])
})

test('an address of ours from before is replaced', async () => {
  fake.webhook = { url: 'https://before.test/hooks/telegram/1' }
  const outcome = await connect(accountOf({ settings: { webhookUrl: fake.webhook.url } }))
  expect([outcome.outcome, fake.webhook.url]).toEqual(['done', hook])
})

test('a temporary failure is retried after the time that Telegram states', async () => {
  fake.failing = { status: 429, description: 'Too Many Requests: retry after 14', retryAfter: 14 }
  expect(await connect()).toEqual({ outcome: 'retry', reason: 'status-429', afterMs: 14_000 })
  fake.failing = { status: 409, description: 'Conflict' }
  expect(await connect()).toEqual({ outcome: 'retry', reason: 'status-409' })
  fake.failing = { status: 502, description: 'Bad Gateway' }
  expect(await disconnect()).toEqual({ outcome: 'retry', reason: 'status-502' })
})

test('only our own webhook is removed, and a revoked token needs no removal', async () => {
  await connect()
  expect(await disconnect()).toEqual({ outcome: 'done' })
  expect(fake.webhook.url).toBe('')
  fake.webhook = { url: 'https://elsewhere.test/' }
  expect(await disconnect()).toEqual({ outcome: 'done' })
  expect(fake.webhook.url).toBe('https://elsewhere.test/')
  expect(await disconnect(accountOf({ secrets: { token: '1:AAAAAAAAAAAAAAA' } }))).toEqual({
    outcome: 'done',
  })
  expect(await disconnect(accountOf({ secrets: {} }))).toEqual({ outcome: 'done' })
})

test('a file is fetched, or there is a reason why not', async () => {
  const account = { ...personAccount, source: accountOf() }
  const fetched = (ending: string, more: { maxBytes?: number; attempt?: number } = {}) =>
    telegram.media!.fetch(addressOfFile(fake.keepFile(Buffer.from('%PDF-1.7'), ending)), account, {
      maxBytes: 1_000,
      ...limits(),
      ...more,
    })
  expect(await fetched('')).toMatchObject({ outcome: 'fetched', sha256: expect.any(String) })
  expect(await fetched('', { maxBytes: 3 })).toEqual({ outcome: 'gap', reason: 'too-large' })
  expect(await fetched('toobig')).toEqual({ outcome: 'gap', reason: 'too-large' })
  expect(await fetched('gone')).toEqual({ outcome: 'gap', reason: 'not-found' })
  expect(await fetched('noway')).toEqual({ outcome: 'retry', reason: 'no-path' })
  const fetchUrl = (url: string) => telegram.media!.fetch(url, account, { maxBytes: 9, ...limits() })
  for (const odd of [
    'https://evil.test/x',
    'telegram-file:',
    'telegram-file:a/b/c',
    'telegram-file:a/%E0%A4%A',
  ])
    expect(await fetchUrl(odd)).toEqual({ outcome: 'gap', reason: 'host-refused' })
  fake.failing = { status: 429, description: 'Too Many Requests', retryAfter: 3 }
  expect(await fetched('')).toEqual({ outcome: 'retry', reason: 'status-429', afterMs: 3_000 })
})

test.each(['getFile', 'file'])('a file whose answer broke off is fetched again: %s', async (broken) => {
  const bytes = Buffer.from('%PDF-1.7 of some length')
  const url = addressOfFile(fake.keepFile(bytes))
  const fetched = () =>
    telegram.media!.fetch(url, { ...personAccount, source: accountOf() }, { maxBytes: 1_000, ...limits() })
  fake.breaking.add(broken)
  expect(await fetched()).toMatchObject({ outcome: 'retry' })
  expect(fake.breaking.size).toBe(0)
  expect(await fetched()).toMatchObject({ outcome: 'fetched', bytes })
})
