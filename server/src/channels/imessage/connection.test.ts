import { isWhole } from '@verbatim/reference/share.ts'
import { afterEach, describe, expect, test } from 'vitest'
import type { ChannelAccount } from '#channels/connector.ts'
import type { CallLimits, Connection } from '#channels/provider-calls.ts'
import { withMemory } from '#testing/connect-limits.ts'
import { type FakeBlueBubbles, openFakeBlueBubbles } from '#testing/fakes/bluebubbles.ts'
import { imessageAccount, imessageAddress } from '#testing/imessage.ts'
import { imessage } from './connector.ts'

const webhookUrl = imessageAddress
const connect = (account: ChannelAccount, url: string, limits: CallLimits) =>
  imessage.connection!.connect(account, url, withMemory(limits))
const disconnect: Connection['disconnect'] = (...given) => imessage.connection!.disconnect(...given)

const opened: FakeBlueBubbles[] = []
async function open(options: Parameters<typeof openFakeBlueBubbles>[0] = {}): Promise<FakeBlueBubbles> {
  const agent = await openFakeBlueBubbles(options)
  opened.push(agent)
  return agent
}
afterEach(async () => {
  for (const agent of opened.splice(0)) await agent.close()
})

const accountAt = (agent: FakeBlueBubbles, secrets: object = {}, settings: object = {}): ChannelAccount => ({
  ...imessageAccount,
  address: imessage.identityOf('+1 (415) 555-0142'),
  settings: { serverUrl: agent.serverUrl, ...settings },
  secrets: { password: agent.password, ...secrets },
})
const limitsFor = (agent: FakeBlueBubbles, timeoutMs = 5000) => ({ timeoutMs, extraHosts: [agent.host] })

/** The account as it is after `connect`. */
async function connected(agent: FakeBlueBubbles): Promise<ChannelAccount> {
  const account = accountAt(agent)
  const outcome = await connect(account, webhookUrl, limitsFor(agent))
  if (outcome.outcome !== 'done') throw new Error(`not connected: ${outcome.reason}`)
  return accountAt(agent, outcome.secrets, outcome.settings)
}

describe('connecting', () => {
  test('registers one webhook with a new key, for events with content and what was read', async () => {
    const agent = await open()
    const outcome = await connect(accountAt(agent), webhookUrl, limitsFor(agent))
    const [webhook, ...others] = agent.webhooks
    expect(others).toEqual([])
    const key = new URL(webhook!.url).searchParams.get('key')
    expect(Buffer.from(key ?? '', 'base64url').byteLength).toBe(32)
    expect(webhook!.url).toBe(`${webhookUrl}?key=${key}`)
    expect(webhook!.events).toEqual(
      expect.arrayContaining(['new-message', 'updated-message', 'chat-read-status-changed']),
    )
    for (const event of ['*', 'typing-indicator']) expect(webhook!.events).not.toContain(event)
    expect(outcome).toEqual({
      outcome: 'done',
      settings: { webhookId: webhook!.id, serverVersion: '1.9.9' },
      secrets: { webhookKey: key },
    })
  })

  test('makes deliveries that the endpoint accepts', async () => {
    const agent = await open()
    const account = await connected(agent)
    const { body, ...request } = agent.request(agent.webhooks[0]!.url, agent.newMessage())
    expect(() => imessage.webhook!.verify({ ...request, body: Buffer.from(body) }, account)).not.toThrow()
  })

  test('again changes nothing: the key and the webhook stay, and the webhook is never missing meanwhile', async () => {
    const agent = await open()
    const account = await connected(agent)
    const before = [...agent.webhooks]
    agent.changes.length = 0
    expect(await connect(account, webhookUrl, limitsFor(agent))).toEqual({
      outcome: 'done',
      settings: { webhookId: before[0]!.id, serverVersion: '1.9.9' },
      secrets: { webhookKey: account.secrets['webhookKey'] },
    })
    expect(agent.webhooks).toEqual(before)
    expect(agent.changes).toEqual(['GET webhook'])
  })

  test('replaces webhooks of ours with other events or another key, and leaves those of others', async () => {
    const agent = await open()
    const webhookKey = 'a-key-of-at-least-22-characters'
    agent.addWebhook(`${webhookUrl}?key=${webhookKey}`, ['typing-indicator'])
    agent.addWebhook(`${webhookUrl}?key=an-older-one`, ['*'])
    const theirs = agent.addWebhook(`${webhookUrl}2?key=1`, ['*'])
    const outcome = await connect(accountAt(agent, { webhookKey }), webhookUrl, limitsFor(agent))
    expect(outcome).toMatchObject({ outcome: 'done', secrets: { webhookKey } })
    expect(agent.webhooks).toEqual([
      theirs,
      expect.objectContaining({ url: `${webhookUrl}?key=${webhookKey}` }),
    ])
    expect(agent.webhooks[1]!.events).toContain('new-message')
  })

  test.each([
    ['the same number in another spelling', 'tel:+1 415-555-0142'],
    ["Apple's name of the account", 'P:+14155550142'],
  ])('accepts %s', async (_, signedIn) => {
    const agent = await open({ signedIn })
    expect(await connect(accountAt(agent), webhookUrl, limitsFor(agent))).toMatchObject({ outcome: 'done' })
  })

  test.each([
    ['another number', '+14155550143'],
    ['a mail address', 'ann@acme.example'],
    ['no account', null],
  ])('is refused if the Mac is signed in as %s', async (_, signedIn) => {
    const agent = await open({ signedIn })
    const outcome = await connect(accountAt(agent), webhookUrl, limitsFor(agent))
    expect(outcome).toEqual({ outcome: 'refused', reason: 'address-differs' })
    expect(agent.webhooks).toEqual([])
  })

  test('is refused with another password', async () => {
    const agent = await open()
    const outcome = await connect(accountAt(agent, { password: 'old' }), webhookUrl, limitsFor(agent))
    expect(outcome).toEqual({ outcome: 'refused', reason: 'credentials-refused' })
  })

  test.each([
    ['an address', {}, { serverUrl: '' }],
    ['a readable address', {}, { serverUrl: 'the Mac in the hall' }],
    ['a password', { password: '' }, {}],
  ])('is refused without %s', async (_, secrets, settings) => {
    const agent = await open()
    const outcome = await connect(accountAt(agent, secrets, settings), webhookUrl, limitsFor(agent))
    expect(outcome).toEqual({ outcome: 'refused', reason: 'not-configured' })
  })

  test('is refused for an address inside our network', async () => {
    const agent = await open()
    for (const serverUrl of [agent.serverUrl, 'https://10.0.0.1:1234', 'https://[::1]']) {
      const outcome = await connect(accountAt(agent, {}, { serverUrl }), webhookUrl, { timeoutMs: 1000 })
      expect(outcome).toEqual({ outcome: 'refused', reason: 'host-refused' })
    }
  })

  /** It takes its time: `long-lists.test.ts` shows it in every run. */
  const silent: [string, string, object][] = isWhole
    ? [['an agent that does not answer', 'never-answers', { outcome: 'retry', reason: 'timeout' }]]
    : []
  test.each<[string, string, object]>([
    ['another program', 'not-an-agent', { outcome: 'refused', reason: 'not-understood' }],
    ['an agent that moved', 'moved', { outcome: 'refused', reason: 'not-understood' }],
    ['an agent that fails', 'always-500', { outcome: 'retry', reason: 'status-500' }],
    ...silent,
  ])('to %s is classified', async (_, password, outcome) => {
    const agent = await open({ password })
    expect(await connect(accountAt(agent), webhookUrl, limitsFor(agent, 500))).toEqual(outcome)
  })

  test('to a Mac that is off is tried again, and no secret is in the reason', async () => {
    const agent = await open()
    const account = accountAt(agent, {}, { serverUrl: 'http://127.0.0.1:9' })
    const outcome = await connect(account, webhookUrl, { timeoutMs: 1000, extraHosts: ['127.0.0.1:9'] })
    expect(outcome).toEqual({ outcome: 'retry', reason: 'ECONNREFUSED' })
  })
})

describe('disconnecting', () => {
  test('removes our webhook and no other, also the second time', async () => {
    const agent = await open()
    const account = await connected(agent)
    const theirs = agent.addWebhook('https://elsewhere.test/hook', ['*'])
    for (let time = 0; time < 2; time++) {
      expect(await disconnect(account, webhookUrl, limitsFor(agent))).toEqual({ outcome: 'done' })
      expect(agent.webhooks).toEqual([theirs])
    }
  })

  test('goes by the address, because an agent that was set up again gives our number to another webhook', async () => {
    const agent = await open()
    const theirs = agent.addWebhook('https://elsewhere.test/hook', ['*'])
    const account = accountAt(agent, {}, { webhookId: theirs.id })
    expect(await disconnect(account, webhookUrl, limitsFor(agent))).toEqual({ outcome: 'done' })
    expect(agent.webhooks).toEqual([theirs])
  })

  test('is done for an account that was never connected', async () => {
    const agent = await open()
    const account = accountAt(agent, {}, { serverUrl: '' })
    expect(await disconnect(account, webhookUrl, limitsFor(agent))).toEqual({ outcome: 'done' })
  })

  test('is refused while its webhook cannot be reached for lack of settings or their password', async () => {
    const agent = await open()
    const { secrets } = await connected(agent)
    const withoutPassword = accountAt(agent, { ...secrets, password: '' })
    expect(await disconnect(withoutPassword, webhookUrl, limitsFor(agent))).toEqual({
      outcome: 'refused',
      reason: 'not-configured',
    })
    const changed = accountAt(agent, { ...secrets, password: 'old' })
    expect(await disconnect(changed, webhookUrl, limitsFor(agent))).toEqual({
      outcome: 'refused',
      reason: 'credentials-refused',
    })
  })

  test('is tried again while the agent cannot be reached', async () => {
    const agent = await open()
    const account = await connected(agent)
    await agent.close()
    opened.length = 0
    const outcome = await disconnect(account, webhookUrl, { timeoutMs: 1000, extraHosts: ['127.0.0.1'] })
    expect(outcome).toEqual({ outcome: 'retry', reason: 'ECONNREFUSED' })
  })
})
