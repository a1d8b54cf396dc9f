/** A daemon that trusts every key says nothing of a new one, so it is asked. */
import { AccountId, TenantId } from '@verbatim/contract/ids.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type FakeSignalCli, openFakeSignalCli } from '#testing/fakes/signal-cli.ts'
import { until } from '#testing/until.ts'
import { MemorySession } from '#testing/whatsapp-native.ts'
import { daemonCollection } from './collection.ts'
import { signal } from './connector.ts'
import { receivedOf } from './envelope.ts'
import { Identities } from './identities.ts'

const number = '+4915112345299'
const bob = '0b0b0b0b-1111-4222-8333-444444444444'

const account = {
  id: AccountId.parse('0198abcd-0000-7000-8000-00000000000a'),
  tenantId: TenantId.parse('0198abcd-0000-7000-8000-00000000000b'),
  channel: 'signal' as const,
  address: signal.identityOf(number),
  ourDomains: [],
  settings: {},
  secrets: {},
}

let daemon: FakeSignalCli
beforeAll(async () => {
  daemon = await openFakeSignalCli()
  daemon.accounts.add(number)
})
afterAll(() => daemon.close())

const knows = (fingerprint: string, addedTimestamp: number) =>
  daemon.identities.set(bob, {
    uuid: bob,
    number: '+351912000111',
    fingerprint,
    addedTimestamp,
    trustLevel: 'TRUSTED_UNVERIFIED',
    safetyNumber: '1',
  })

function open(session: MemorySession) {
  const identities = new Identities({ url: daemon.url, timeoutMs: 5_000 }, number, session)
  /** Bob writes, and then the daemon is asked. */
  const round = async () => {
    const envelope = { sourceUuid: bob, timestamp: 1, dataMessage: { timestamp: 1, message: 'hello' } }
    identities.note(receivedOf(Buffer.from(JSON.stringify({ envelope }))))
    await identities.check()
  }
  return { identities, round }
}

test('a person’s new key is a line of the thread, and the first that is seen is none', async () => {
  const session = new MemorySession()
  const { identities, round } = open(session)
  knows('05aa', 1_778_745_600_000)
  await round()
  await round()
  expect(session.kept).toEqual([])

  knows('05bb', 1_778_832_000_000)
  // No one wrote.
  daemon.calls.length = 0
  await identities.check()
  expect(daemon.calls).toEqual([])
  await round()
  await round()
  expect(session.kept).toHaveLength(1)

  const [note] = session.kept
  const stored = { ...note!, body: Buffer.from(note!.body), headers: {}, receivedAt: new Date(0) }
  expect(signal.parse(stored, account)).toMatchObject([
    {
      kind: 'message',
      conversationKey: `u:${bob}`,
      contentType: 'system',
      author: { kind: 'signal', value: bob },
      structured: { status: 'new identity key, as after a change of phone', identityKey: '05bb' },
      sentAt: new Date(1_778_832_000_000),
    },
  ])
})

test('a new key that could not be kept is noticed when the person writes again, also after a restart', async () => {
  const session = new MemorySession()
  knows('05cc', 1_778_745_600_000)
  await open(session).round()
  knows('05dd', 1_778_832_000_000)
  session.failure = new Error('The disk is full')
  await expect(open(session).round()).rejects.toThrow('full')
  session.failure = undefined
  await open(session).round()
  expect(session.kept).toHaveLength(1)
})

test('while an account is connected, the keys of those who write are looked at', async () => {
  const session = new MemorySession()
  session.limits = { timeoutMs: 5_000, variables: { SIGNAL_DAEMON_URL: daemon.url } }
  await session.keys.set([{ type: 'device', id: 'linked', value: Buffer.from(number) }])
  const ended = daemonCollection(10).collect(account, session)
  await until(() => daemon.streamsOf(number) === 1)
  const write = (timestamp: number) =>
    daemon.receive(number, {
      envelope: { sourceUuid: bob, timestamp, dataMessage: { timestamp, message: 'hello' } },
    })
  const known = async () => (await session.keys.get('identity', [bob])).get(bob)
  knows('05ee', 1_778_745_600_000)
  write(1)
  await until(async () => (await known()) !== undefined)
  knows('05ff', 1_778_832_000_000)
  write(2)
  await until(() => session.kept.length === 3)
  expect(session.kept.map(({ contentType }) => contentType)).toEqual([
    'application/json',
    'application/json',
    'application/vnd.verbatim.identity+json',
  ])
  session.stop()
  await ended
})
