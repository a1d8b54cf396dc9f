/** A list whose messages are longer than we read at once, or than a connection brings in time. */
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { ListedMessage } from '#channels/provider-calls.ts'
import { useAgents } from '#testing/agents-of-imessage.ts'
import { type FakeBlueBubbles, type FakeEvent } from '#testing/fakes/bluebubbles.ts'
import { imessageAccount, parseEvent, storedBytes } from '#testing/imessage.ts'
import { imessage } from './connector.ts'

const from = '+351912000111'
const day = { from: new Date('2026-05-14T00:00:00Z'), before: new Date('2026-05-15T00:00:00Z') }
const long = 'x'.repeat(20_000)

const open = useAgents()

const list = (agent: FakeBlueBubbles, page: string | undefined, limits: object, asked = day) =>
  imessage.listing!.list(
    {
      ...imessageAccount,
      settings: { serverUrl: agent.serverUrl },
      secrets: { password: agent.password },
    },
    { ...asked, page },
    { mostItems: 16, maxBytes: 20_000, timeoutMs: 5_000, extraHosts: [agent.host], ...limits },
  )

async function listAll(agent: FakeBlueBubbles, limits = {}, asked = day): Promise<ListedMessage[]> {
  const messages: ListedMessage[] = []
  let page: string | undefined
  do {
    const outcome = await list(agent, page, limits, asked)
    if (outcome.outcome !== 'page') throw new Error(`not listed: ${outcome.reason}`)
    messages.push(...outcome.messages)
    page = outcome.next
  } while (page !== undefined)
  return messages
}

const keyOf = ({ data }: FakeEvent) => `${imessageAccount.id}:${(data as { guid: string }).guid}`
const keysOf = (listed: readonly ListedMessage[]) => listed.map(({ messageKey }) => messageKey)
const parse = ({ body }: ListedMessage) => imessage.parse(storedBytes(body), imessageAccount)

/** The time of a call ends when the beginning of a list came that is too long for it. A list that fits has all the time that it needs. */
function endCutCalls(agent: FakeBlueBubbles): void {
  let call = new AbortController()
  const timeouts = vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => {
    call = new AbortController()
    return call.signal
  })
  const begun = () => {
    if (agent.isCut) setImmediate(() => call.abort(new DOMException('too slow', 'TimeoutError')))
  }
  subscribe('undici:request:headers', begun)
  onTestFinished(() => {
    unsubscribe('undici:request:headers', begun)
    timeouts.mockRestore()
  })
}

test.each([
  ['too long', { maxBytes: 20_000 }, Infinity],
  ['too slow', { maxBytes: 10_000_000 }, 20_000],
])(
  'messages that are %s together are listed in smaller pages, each once',
  async (_, limits, mostBytesInTime) => {
    const agent = await open()
    agent.mostBytesInTime = mostBytesInTime
    endCutCalls(agent)
    const said = [
      ...Array.from({ length: 5 }, () => agent.newMessage({ from })),
      ...Array.from({ length: 30 }, () => agent.newMessage({ from, text: 'x'.repeat(3_000) })),
      ...Array.from({ length: 30 }, () => agent.newMessage({ from })),
    ]
    expect(keysOf(await listAll(agent, limits))).toEqual(said.map(keyOf))
  },
)

test('of equally long messages, every second page at most is asked for in vain', async () => {
  const agent = await open()
  const said = Array.from({ length: 48 }, () => agent.newMessage({ from, text: 'x'.repeat(3_000) }))
  let asked = 0
  agent.meanwhile = async (request) => void (asked += Number(request === 'POST message/query'))
  expect(keysOf(await listAll(agent))).toEqual(said.map(keyOf))
  // Two fit: 24 pages. The first one is halved three times, and every second one after it once.
  expect(asked).toBe(24 + 3 + 11)
})

test('after a few long messages, the pages grow again', async () => {
  const agent = await open()
  const said = Array.from({ length: 8 }, () => agent.newMessage({ from, text: 'x'.repeat(8_000) }))
  for (let count = 0; count < 150; count++) said.push(agent.newMessage({ from, text: 'a' }))
  let pages = 0
  const listed: ListedMessage[] = []
  let page: string | undefined
  do {
    const outcome = await list(agent, page, { maxBytes: 40_000 })
    if (outcome.outcome !== 'page') throw new Error(outcome.reason)
    listed.push(...outcome.messages)
    page = outcome.next
    pages += 1
  } while (page !== undefined)
  expect(keysOf(listed)).toEqual(said.map(keyOf))
  expect(pages).toBeLessThan(25)
})

test.each([
  ['the card of an app', { balloonBundleId: 'com.acme.app', payloadData: [{ ldtext: long }] }],
  ['the look of its text', { attributedBody: [{ string: long, runs: [] }] }],
  ['what it was before', { messageSummaryInfo: [{ note: long }] }],
])('a message that is too long because of %s is listed without that', async (_, fields) => {
  const agent = await open()
  const before = agent.newMessage({ from })
  const heavy = agent.newMessage({ from, text: 'buy', fields })
  const after = agent.newMessage({ from })
  const listed = await listAll(agent)
  expect(keysOf(listed)).toEqual([before, heavy, after].map(keyOf))
  expect(parse(listed[1]!)).toEqual(parseEvent(heavy))
})

test('a message that is too long in every form has another in its place, the same one each time', async () => {
  const agent = await open()
  const before = agent.newMessage({ from })
  const tooLong = agent.newMessage({ from, text: long })
  const after = agent.newMessage({ from })
  const listed = await listAll(agent)
  expect(keysOf(listed)).toEqual([keyOf(before), listed[1]!.messageKey, keyOf(after)])
  expect(parse(listed[1]!)).toMatchObject([
    { kind: 'message', contentType: 'unsupported', body: null, messageKey: listed[1]!.messageKey },
  ])
  expect(listed[1]!.messageKey).not.toBe(keyOf(tooLong))
  // At the beginning of the time that is asked about, too.
  const later = { ...day, from: new Date(Number(tooLong.data['dateCreated'])) }
  expect(await listAll(agent, {}, later)).toEqual(listed.slice(1))
})

test('a message that is too long does not stop a list that begins or ends with it', async () => {
  const agent = await open()
  agent.newMessage({ from, text: long })
  agent.newMessage({ from, text: long })
  const between = agent.newMessage({ from })
  agent.newMessage({ from, text: long })
  const listed = await listAll(agent)
  expect(listed).toHaveLength(4)
  expect(listed[2]!.messageKey).toBe(keyOf(between))
})

test('a message that is only too slow is asked for again later', async () => {
  const agent = await open()
  agent.newMessage({ from })
  agent.mostBytesInTime = 10
  expect(await list(agent, undefined, { timeoutMs: 50 })).toEqual({ outcome: 'retry', reason: 'timeout' })
})
