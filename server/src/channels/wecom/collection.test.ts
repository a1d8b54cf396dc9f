import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { CollectedDelivery, SessionEnd } from '#channels/collection.ts'
import type { CapturedEvent } from '#kernel/captured-event.ts'
import { MemoryKeys, sessionOf } from '#testing/collecting.ts'
import { FakeWecom } from '#testing/fakes/wecom.ts'
import { FakeWecomApi } from '#testing/fakes/wecom-api.ts'
import { asStored, wecomAccount } from '#testing/wecom.ts'
import { collectArchive } from './collection.ts'
import { wecom } from './connector.ts'
import { fetchFile } from './media.ts'

let folder: string
let fake: FakeWecom
let keys: MemoryKeys
let kept: CollectedDelivery[]
let cursor: unknown
let connected: number
let count = 0
const collection = collectArchive({ pauseMs: 1 })

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'verbatim-archive-'))
  fake = new FakeWecom()
  keys = new MemoryKeys()
  kept = []
  cursor = undefined
  connected = 0
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const message = (content = `text ${++count}`, given: object = {}) => ({
  msgid: `m${count}`,
  action: 'send',
  from: 'LiWei',
  tolist: ['wmErxtDgAA9AW32YyyuYRimKr7D1KWlw'],
  roomid: '',
  msgtime: now,
  msgtype: 'text',
  text: { content },
  ...given,
})
const account = (secrets: object = fake.secrets) => ({ ...wecomAccount, secrets: { ...secrets } })
const now = Date.parse('2026-11-25T09:00:00.000Z')
const limits = () => ({ timeoutMs: 5_000, variables: { WECOM_ARCHIVE_DIR: folder } })

/** Collects until nothing new comes, or until `keep` fails. */
async function collectAll(
  given = account(),
  {
    keep,
    variables = limits().variables,
    extraHosts = [],
    atLeast = 0,
  }: {
    keep?: () => Promise<void> | void
    variables?: Record<string, string>
    extraHosts?: string[]
    atLeast?: number
  } = {},
): Promise<SessionEnd> {
  const ending = new AbortController()
  const session = sessionOf({
    signal: ending.signal,
    now: () => new Date(now),
    limits: { ...limits(), variables, extraHosts },
    cursor,
    // It rests when there is nothing more.
    rest: async (ms) => {
      if (kept.length >= atLeast) ending.abort()
      else await pause(ms)
    },
    connected: async () => {
      connected += 1
    },
    keep: async (deliveries, next) => {
      await keep?.()
      kept.push(...deliveries)
      cursor = next
    },
    keys,
  })
  return collection.collect(given, session)
}

const eventsOf = (delivery: CollectedDelivery) =>
  wecom.parse(asStored(delivery), account()) as CapturedEvent[]
const bodies = () =>
  kept.flatMap(eventsOf).map((event) => (event.kind === 'message' ? event.body : event.kind))

describe('the archive is collected', () => {
  test('page by page, in order, once, and continues where it ended', async () => {
    const all = Array.from({ length: 450 }, () => fake.sealed(message()))
    await fake.archive(folder, all.slice(0, 250))
    await fake.archive(folder, all.slice(250))
    const first = count - 449
    expect(await collectAll()).toEqual({ outcome: 'again' })
    expect(bodies()).toEqual(all.map((_, index) => `text ${first + index}`))
    expect([connected, cursor]).toEqual([1, expect.objectContaining({ seq: 450, sealed: [] })])
    await fake.archive(folder, [fake.sealed(message('later'))])
    await collectAll()
    expect(bodies().slice(450)).toEqual(['later'])
    expect(kept[450]?.routes).toEqual(['LiWei'])
  })

  test('and an entry in a strange form keeps none of those around it back', async () => {
    await fake.archive(folder, [
      fake.sealed(message('before')),
      { ...fake.sealed(message('of an unknown version')), publickey_ver: 'v1' },
      { ...fake.sealed(message('without a key')), encrypt_random_key: 17 },
      fake.sealed(message('behind')),
    ])
    expect(await collectAll()).toEqual({ outcome: 'again' })
    expect(bodies()).toEqual(['before', 'of an unknown version', 'behind', null])
    expect(cursor).toMatchObject({ seq: 4, sealed: [3], aside: [[3, 3]] })
    expect(String(kept.at(-1)?.body)).toContain('"encrypt_random_key":17')
  })

  test('and what could not be stored is requested again', async () => {
    await fake.archive(folder, [fake.sealed(message('kept at last'))])
    let tries = 0
    const keep = () => {
      if (++tries === 1) throw new Error('the database is away')
    }
    await expect(collectAll(account(), { keep })).rejects.toThrow('away')
    expect([kept, cursor]).toEqual([[], undefined])
    await collectAll()
    expect(bodies()).toEqual(['kept at last'])
  })

  test('and an answer that the library could not read to its end is requested again', async () => {
    const all = Array.from({ length: 450 }, (_, index) => fake.sealed(message(String(index))))
    await fake.archive(folder, all)
    const end = await collectAll(account(), { keep: () => fake.fail(folder, 10_002) })
    expect(end).toEqual({ outcome: 'retry', reason: 'archive-10002' })
    expect(kept.length).toBeGreaterThan(0)
    expect(kept.length).toBeLessThan(450)
    expect(cursor).toMatchObject({ seq: kept.length })
    await fake.fail(folder, '')
    await collectAll()
    expect(bodies()).toEqual(all.map((_, index) => String(index)))
  })

  test('with the key of each version; without it, nothing is lost', async () => {
    const [early] = fake.privateKeys
    await fake.archive(folder, [fake.sealed(message('with the first'))])
    fake.addKey()
    await fake.archive(folder, [
      fake.sealed(message('with the second')),
      fake.sealed(message('again the first'), 1),
    ])
    await collectAll(account({ ...fake.secrets, privateKeys: early }))
    expect(bodies()).toEqual(['with the first', 'again the first', null])
    expect(kept.flatMap(eventsOf).at(-1)).toMatchObject({
      contentType: 'unsupported',
      flags: ['encrypted'],
      structured: { messages: 1, keyVersions: '2', firstNumber: 2 },
    })
    await collectAll(account({ ...fake.secrets, privateKeys: early }))
    expect([kept.length, keys.values.size]).toEqual([3, 1])
    await collectAll()
    expect(bodies().slice(3)).toEqual(['with the second'])
    expect([keys.values.size, cursor]).toEqual([0, expect.objectContaining({ seq: 3, sealed: [] })])
  })

  test('and a message with a broken text delays no other', async () => {
    const broken = { ...fake.sealed(message()), encrypt_chat_msg: 'AAAA' }
    await fake.archive(folder, [broken, fake.sealed(message('fine'))])
    await collectAll()
    expect(bodies()).toEqual(['fine', null])
  })

  test('and a period that WeCom no longer keeps is reported as a gap', async () => {
    const day = 86_400_000
    cursor = { seq: 0, at: now - 7 * day, since: 0, sealed: [] }
    await collectAll()
    expect(kept.flatMap(eventsOf)).toMatchObject([
      {
        contentType: 'system',
        conversationKey: wecomAccount.address.value,
        structured: { notCapturedFrom: expect.any(String) },
      },
    ])
    cursor = { seq: 0, at: now - 4 * day, since: 0, sealed: [] }
    kept = []
    await collectAll()
    expect(kept).toEqual([])
  })
})

test('names and consents are stored with the messages, and their absence delays nothing', async () => {
  const api = new FakeWecomApi()
  await api.listen()
  try {
    const customer = 'wmErxtDgAA9AW32YyyuYRimKr7D1KWlw'
    api.names.set('LiWei', '李伟').set(customer, 'Anna')
    api.agreed.set(customer, ['Agree', now / 1000 - 60])
    await fake.archive(folder, [fake.sealed(message('hello'))])
    const secrets = { ...fake.secrets, contactSecret: api.contactSecret }
    await collectAll(account(secrets), { extraHosts: [api.host], atLeast: 2 })
    expect(kept.map(({ routes }) => routes)).toEqual([['LiWei'], ['LiWei']])
    expect(kept.flatMap(eventsOf)).toMatchObject([
      {
        body: 'hello',
        authorName: '李伟',
        participants: [{ displayName: '李伟' }, { displayName: 'Anna', identity: { value: customer } }],
      },
      {
        contentType: 'system',
        conversationKey: `LiWei|${customer}`,
        structured: { consent: 'granted', person: customer },
        messageKey: `${fake.corpId}:consent:LiWei:${customer}:${now / 1000 - 60}`,
      },
    ])
    expect(kept.map(({ body }) => String(body)).join()).not.toContain('李伟')
    api.isAway = true
    await fake.archive(folder, [fake.sealed(message('later', { from: 'WangFang' }))])
    await collectAll(account(secrets), { extraHosts: [api.host], atLeast: 3 })
    expect(kept.flatMap(eventsOf).at(-1)).toMatchObject({ body: 'later' })
  } finally {
    await api.close()
  }
})

describe('the archive is not collected', () => {
  test.each([
    [10_000, { outcome: 'refused', reason: 'credentials-refused' }],
    [40_001, { outcome: 'refused', reason: 'credentials-refused' }],
    [10_009, { outcome: 'refused', reason: 'network-refused' }],
    [60_020, { outcome: 'refused', reason: 'network-refused' }],
    [301_052, { outcome: 'refused', reason: 'account-closed' }],
    [45_009, { outcome: 'retry', reason: 'archive-45009' }],
    [10_001, { outcome: 'retry', reason: 'archive-10001' }],
  ])('after the code %i', async (code, end) => {
    await fake.fail(folder, code)
    expect(await collectAll()).toEqual(end)
    expect(connected).toBe(0)
  })

  test('without a secret, for an employee, or where no library is', async () => {
    const end = { outcome: 'refused', reason: 'not-configured' }
    expect(await collectAll(account({}))).toEqual(end)
    // Else the archive of a corporation would be kept again for each of its employees.
    expect(await collectAll({ ...account(), source: account() })).toEqual(end)
    expect(await collectAll(account(), { variables: {} })).toEqual(end)
  })
})

describe('a file of the archive', () => {
  const bytes = Buffer.alloc(1_300_000, 'abc')
  const media = { maxBytes: 2_000_000, timeoutMs: 5_000 }
  async function addressOf(part: Record<string, unknown>) {
    await fake.archive(folder, [
      fake.sealed(message('', { msgtype: 'file', file: { filename: 'a', ...part } })),
    ])
    await collectAll()
    const [event] = eventsOf(kept.at(-1)!)
    return event?.kind === 'message' ? (event.attachments[0]?.url ?? '') : ''
  }
  const fetched = (url: string, given: object = {}) => {
    const person = { ...account({}), source: account() }
    return fetchFile(url, person, { ...media, ...limits(), ...given })
  }

  test('is fetched piece by piece, with the credentials of the corporation', async () => {
    const url = await addressOf(await fake.keepFile(folder, bytes))
    const outcome = await fetched(url)
    expect(outcome.outcome === 'fetched' && Buffer.compare(outcome.bytes, bytes)).toBe(0)
    expect(await fetched(url, { maxBytes: 1_000_000 })).toEqual({ outcome: 'gap', reason: 'too-large' })
  })

  test('with a wrong hash is requested again, and stored in the end', async () => {
    const part = await fake.keepFile(folder, bytes)
    const url = await addressOf({ ...part, md5sum: '0'.repeat(32) })
    expect(await fetched(url, { attempt: 2 })).toEqual({ outcome: 'retry', reason: 'hash-differs' })
    expect(await fetched(url, { attempt: 3 })).toMatchObject({ outcome: 'fetched', hashDiffers: true })
    expect(await fetched(await addressOf(part), { attempt: 3 })).not.toHaveProperty('hashDiffers')
  })

  test('is a gap if WeCom does not have it, and is retried if WeCom is away', async () => {
    const url = await addressOf({ sdkfileid: 'nowhere' })
    expect(await fetched(url)).toEqual({ outcome: 'gap', reason: 'not-found' })
    await fake.fail(folder, 10_010)
    expect(await fetched(url)).toEqual({ outcome: 'gap', reason: 'gone' })
    await fake.fail(folder, 10_001)
    expect(await fetched(url)).toEqual({ outcome: 'retry', reason: 'archive-10001' })
    expect(await fetched(url, { variables: {} })).toEqual({ outcome: 'retry', reason: 'not-configured' })
  })

  test('of another corporation, or at another address, is never requested', async () => {
    const url = await addressOf(await fake.keepFile(folder, bytes))
    for (const other of [url.replace(fake.corpId, 'ww0'), 'https://example.com/x', 'file:///etc/passwd'])
      expect(await fetched(other)).toEqual({ outcome: 'gap', reason: 'host-refused' })
  })
})
