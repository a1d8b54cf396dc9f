import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { hourMs, minuteMs } from '@verbatim/contract/durations.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { ListedMessage } from '#channels/provider-calls.ts'
import { FakeWecom } from '#testing/fakes/wecom.ts'
import { customer, sent, wecomAccount } from '#testing/wecom.ts'
import { Cursor, marked, numbersOf } from './cursor.ts'
import { wecom } from './connector.ts'

let folder: string
let fake: FakeWecom
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'verbatim-archive-'))
  fake = new FakeWecom()
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const nine = Date.parse('2026-11-25T09:00:00.000Z')
const hour = (count: number) => nine + count * hourMs
const account = (secrets: object = fake.secrets) => ({ ...wecomAccount, secrets: { ...secrets } })

/** The archive was first read to its end in the hours of these marks. */
const cursorOf = (seq: number, marks: Cursor['marks'], given: object = {}) => ({
  seq,
  since: 0,
  marks,
  ...given,
})
const text = (content: string, msgtime: number) => sent({ msgtype: 'text', text: { content } }, { msgtime })
const archive = (...messages: readonly object[]) =>
  fake.archive(
    folder,
    messages.map((message) => fake.sealed(message)),
  )

interface Asked {
  readonly from?: number
  readonly before?: number
  readonly cursor?: unknown
  readonly page?: string | undefined
  readonly given?: ReturnType<typeof account>
  readonly variables?: Record<string, string>
  readonly most?: number
}
const list = ({ from = 0, before = 1, cursor, page, given = account(), most = 200, ...rest }: Asked) =>
  wecom.listing!.list(
    given,
    { from: new Date(hour(from)), before: new Date(hour(before)), page, cursor },
    {
      timeoutMs: 5_000,
      maxBytes: 1_000_000,
      mostItems: most,
      variables: rest.variables ?? { WECOM_ARCHIVE_DIR: folder },
    },
  )

/** Everything of a time, page by page. */
async function listAll(asked: Asked): Promise<ListedMessage[]> {
  const all: ListedMessage[] = []
  let page: string | undefined
  do {
    const answer = await list({ ...asked, page })
    if (answer.outcome !== 'page') throw new Error(answer.reason)
    all.push(...answer.messages)
    page = answer.next
  } while (page !== undefined)
  return all
}

const eventsOf = ({ headers = {}, contentType, body }: ListedMessage) => {
  const events = wecom.parse({ headers, contentType, body, receivedAt: new Date(0) }, account())
  if (!Array.isArray(events)) throw new Error('It is read at once')
  return events
}
const textsOf = (listed: readonly ListedMessage[]) =>
  listed.flatMap(eventsOf).map((event) => (event.kind === 'message' ? event.body : event.kind))

test('an hour has what the archive got in it, once, page by page, with the keys of deliveries', async () => {
  await archive(...[1, 2, 3, 4, 5, 6].map((count) => text(`text ${count}`, hour(0))))
  const cursor = cursorOf(6, [
    [hour(0), 1],
    [hour(1), 4],
  ])
  const listed = await listAll({ cursor, most: 2 })
  expect(textsOf(listed)).toEqual(['text 2', 'text 3', 'text 4'])
  expect(new Set(listed.map(({ sentAt }) => sentAt.getTime()))).toEqual(new Set([hour(0)]))
  for (const one of listed) {
    const { messageKey, deliveredAs, routes, headers = {}, contentType, body } = one
    expect(eventsOf(one)[0]).toMatchObject({ messageKey })
    expect([deliveredAs?.key, routes]).toEqual([wecom.rawKey({ headers, contentType, body }), ['LiWei']])
  }
  expect(textsOf(await listAll({ cursor, from: 1, before: 1.9 }))).toEqual(['text 5', 'text 6'])
})

test('what came late into the archive counts in the hour in which it came', async () => {
  await archive(text('written the day before', hour(-24)))
  const [listed] = await listAll({
    cursor: cursorOf(1, [
      [hour(0), 0],
      [hour(1), 1],
    ]),
  })
  expect(listed?.sentAt).toEqual(new Date(hour(0)))
})

test('while the archive was not read, a message is in the hour in which it was sent', async () => {
  const sentAt = [0.5, 1.5, 2.5, -3, 9]
  await archive(...sentAt.map((at) => text(`at ${at}`, hour(at))))
  const cursor = cursorOf(5, [
    [hour(0), 0],
    [hour(3), 5],
  ])
  const inHour = async (from: number) => textsOf(await listAll({ cursor, from, before: from + 1 }))
  expect([await inHour(0), await inHour(1), await inHour(2)]).toEqual([
    ['at 0.5', 'at -3'],
    ['at 1.5'],
    ['at 2.5', 'at 9'],
  ])
})

test('before the first mark are the five days that the archive still had', async () => {
  await archive(text('four days ago', hour(-96)), text('an hour ago', hour(-1)))
  const cursor = cursorOf(2, [[hour(0), 2]])
  expect(textsOf(await listAll({ cursor, from: -97, before: -95 }))).toEqual(['four days ago'])
  expect(textsOf(await listAll({ cursor, from: -1, before: 0 }))).toEqual(['an hour ago'])
})

test('what does not say when it was sent was there at the next mark, or is newer than the last', async () => {
  const unsaid = { msgid: 'switch', action: 'switch', user: 'LiWei' }
  await archive(unsaid, { ...unsaid, msgid: 'other' })
  const cursor = cursorOf(2, [[hour(0), 1]])
  const inHour = async (from: number) => (await listAll({ cursor, from, before: from + 0.9 })).length
  expect([await inHour(-2), await inHour(0)]).toEqual([0, 1])
  expect(await listAll({ cursor, from: -1, before: 0 })).toHaveLength(1)
})

test('nothing is said of hours to whose ends the collection has not read, nor of what it has not read', async () => {
  await archive(text('read', hour(0)), text('not read yet', hour(0)))
  const cursor = cursorOf(1, [[hour(0), 0]])
  const answer = await list({ cursor, before: 2.3 })
  expect(answer).toMatchObject({ outcome: 'page', until: new Date(hour(0)) })
  expect(textsOf(await listAll({ cursor, before: 2.3 }))).toEqual(['read'])
  // The hour that is not over is not closed by it.
  expect(await list({ cursor, before: 0.9 })).not.toHaveProperty('until')
})

test('a recall and a switch are known by their records, and are no messages', async () => {
  const recall = { action: 'recall', msgtype: 'revoke', revoke: { pre_msgid: 'm0' } }
  await archive(
    sent(recall, { msgtime: hour(0) }),
    { msgid: 'switch', action: 'switch', time: hour(0), user: 'LiWei' },
    sent({ msgtype: 'agree', agree: { userid: customer, agree_time: hour(0) } }, { msgtime: hour(0) }),
  )
  const listed = await listAll({ cursor: cursorOf(3, [[hour(0), 0]]), before: 0.9 })
  expect(listed.map(({ isAside }) => isAside)).toEqual([true, true, undefined])
})

test('a message that is put aside is not listed; one that came late is kept sealed, until a key opens it', async () => {
  const early = { ...fake.secrets, privateKeys: fake.privateKeys[0] }
  fake.addKey()
  await archive(...[1, 2, 3].map((count) => text(`text ${count}`, hour(0))))
  const cursor = cursorOf(3, [[hour(0), 0]], { aside: numbersOf([3, 1]) })
  const sealed = await listAll({ cursor, before: 0.9, given: account(early) })
  expect(sealed.flatMap(eventsOf)).toMatchObject([{ flags: ['encrypted'], structured: { firstNumber: 2 } }])
  expect(sealed[0]?.isAside).toBe(true)
  expect(textsOf(await listAll({ cursor, before: 0.9 }))).toEqual(['text 1', 'text 2', 'text 3'])
})

test('the list is asked for again where it says nothing', async () => {
  const cursor = cursorOf(1, [[hour(0), 0]])
  const later = (reason: string) => ({ outcome: 'retry', reason })
  expect(await list({})).toEqual(later('not-read-yet'))
  expect(await list({ cursor: { seq: 1, since: 0, sealed: [] } })).toEqual(later('not-read-yet'))
  expect(await list({ cursor, variables: {} })).toEqual(later('not-configured'))
  const person = { ...account({}), source: account() }
  expect(await list({ cursor, given: person })).toEqual(later('not-read-yet'))
  // The collection says what is wrong with the account.
  for (const code of [10_001, 10_000, 301_052]) {
    await fake.fail(folder, code)
    expect(await list({ cursor })).toEqual(later(`archive-${code}`))
  }
})

test('an hour has one mark, and marks are kept for as long as the archive keeps messages', () => {
  const first = marked(Cursor.parse({ seq: 5, since: 0 }), hour(0) + 7 * minuteMs)
  expect(first.marks).toEqual([[hour(0), 5]])
  const same = { ...first, seq: 9 }
  expect(marked(same, hour(0) + 50 * minuteMs)).toBe(same)
  // A clock that was set back says nothing.
  expect(marked(same, hour(-1))).toBe(same)
  let cursor: Cursor = same
  for (let count = 1; count < 400; count++) cursor = marked({ ...cursor, seq: 9 + count }, hour(count))
  expect(cursor.marks.at(0)).toEqual([hour(399 - 121), 9 + 399 - 121])
  expect(cursor.marks).toHaveLength(122)
})

test('numbers are kept as ranges', () => {
  expect(numbersOf([5, 3, 4, 9])).toEqual([
    [3, 5],
    [9, 9],
  ])
  expect(numbersOf([6, 8], numbersOf([5, 3, 4, 9]))).toEqual([
    [3, 6],
    [8, 9],
  ])
})
