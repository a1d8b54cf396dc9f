import { isWhole } from '@verbatim/reference/share.ts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { ChannelAccount } from '#channels/connector.ts'
import type { ListedMessage, ListingLimits, ListingOutcome } from '#channels/provider-calls.ts'
import type { CapturedEvent } from '#kernel/captured-event.ts'
import { useAgents } from '#testing/agents-of-imessage.ts'
import { type FakeBlueBubbles, type FakeEvent, openFakeBlueBubbles } from '#testing/fakes/bluebubbles.ts'
import { breakOff } from '#testing/fakes/broken-answer.ts'
import { openLocalServer } from '#testing/fakes/local-server.ts'
import { editedSummary, groupChat } from '#testing/fakes/bluebubbles-messages.ts'
import { imessageAccount, parseEvent, storedBytes, storedEvent } from '#testing/imessage.ts'
import { imessage } from './connector.ts'

const from = '+351912000111'
const dealRoom = groupChat('chat831530236413561212', 'Deal room', [from, 'Carol@client.example'])
const day = { from: new Date('2026-05-14T00:00:00Z'), before: new Date('2026-05-15T00:00:00Z') }

const open = useAgents()

const accountAt = (agent: FakeBlueBubbles, given: Partial<ChannelAccount> = {}): ChannelAccount => ({
  ...imessageAccount,
  settings: { serverUrl: agent.serverUrl },
  secrets: { password: agent.password },
  ...given,
})
const limitsFor = (agent: FakeBlueBubbles, limits: Partial<ListingLimits> = {}): ListingLimits => ({
  mostItems: 100,
  maxBytes: 10_000_000,
  timeoutMs: 5_000,
  extraHosts: [agent.host],
  ...limits,
})
const list = (
  agent: FakeBlueBubbles,
  given: { asked?: { from: Date; before: Date; page?: string }; limits?: Partial<ListingLimits> } = {},
  account = accountAt(agent),
): Promise<ListingOutcome> =>
  imessage.listing!.list(account, given.asked ?? day, limitsFor(agent, given.limits))

/** The messages of all pages. */
async function listAll(agent: FakeBlueBubbles, asked = day, mostItems = 100): Promise<ListedMessage[]> {
  const messages: ListedMessage[] = []
  let page: string | undefined
  do {
    const outcome = await list(agent, { asked: { ...asked, ...(page && { page }) }, limits: { mostItems } })
    if (outcome.outcome !== 'page') throw new Error(`not listed: ${outcome.reason}`)
    expect(outcome.messages.length).toBeLessThanOrEqual(mostItems)
    messages.push(...outcome.messages)
    page = outcome.next
  } while (page !== undefined)
  return messages
}

const parse = ({ body }: Pick<ListedMessage, 'body'>) =>
  imessage.parse(storedBytes(body), imessageAccount) as CapturedEvent[]
const keyOf = ({ data }: FakeEvent) => `${imessageAccount.id}:${(data as { guid: string }).guid}`

/** One of each kind of event that a new message may tell. */
function eachKind(agent: FakeBlueBubbles): FakeEvent[] {
  const picture = agent.keepAttachment(Buffer.alloc(3), 'image/heic')
  const room = { from, chat: dealRoom }
  const text = agent.newMessage({ from, text: 'buy' })
  const on = { associatedMessageGuid: `p:0/${String(text.data['guid'])}` }
  return [
    text,
    agent.newMessage({ text: 'sent', fields: { dateDelivered: 1778745601000, dateRead: 1778745602000 } }),
    agent.newMessage({ text: 'not sent', fields: { error: 22 } }),
    agent.newMessage({
      ...room,
      attachments: [picture],
      text: 'look',
      fields: { threadOriginatorGuid: 'A' },
    }),
    agent.newMessage({ from, fields: { ...on, associatedMessageType: 'love' } }),
    agent.newMessage({ from, attachments: [picture], fields: { ...on, associatedMessageType: 'sticker' } }),
    agent.newMessage({ ...room, text: null, fields: { itemType: 1, groupActionType: 0, otherHandle: 2 } }),
    agent.newMessage({ ...room, text: null, fields: { itemType: 2, groupTitle: 'Deal room 2' } }),
    agent.newMessage({ ...room, text: null, fields: { itemType: 3, groupActionType: 1 } }),
    agent.newMessage({ from, text: null, fields: { dateEdited: 1778745603000, partCount: 0 } }),
  ]
}

describe('the list of an agent', () => {
  test('has everything it delivered while we were down, page by page, each once and under its key', async () => {
    const agent = await open()
    const missed = eachKind(agent)
    for (const mostItems of [1, 3, missed.length, 5_000]) {
      const listed = await listAll(agent, day, mostItems)
      expect(listed.map(({ messageKey }) => messageKey)).toEqual(missed.map(keyOf))
    }
    for (const { messageKey, sentAt, contentType, body } of await listAll(agent)) {
      const [event] = parse({ body })
      if (event?.kind === 'message') expect(event).toMatchObject({ messageKey, sentAt })
      expect(contentType).toBe('application/json')
    }
  })

  test('gives the same message as the webhook', async () => {
    const agent = await open()
    const missed = eachKind(agent)
    // What cannot be read is kept with all its fields, and a list has more of them.
    expect((await listAll(agent)).map(parse)).toMatchObject(missed.map(parseEvent))
  })

  test('reports what only the full form has: what an edited text was before, and automatic answers', async () => {
    const agent = await open()
    const event = agent.newMessage({ from, text: 'buy', fields: { isAutoReply: true } })
    const dateEdited = Number(event.data['dateCreated']) + 60_000
    const messageSummaryInfo = editedSummary({
      '0': [
        ['buy', 1778745600000],
        ['sell', dateEdited],
      ],
    })
    const update = agent.updated(event, { text: 'sell', dateEdited, messageSummaryInfo })
    const [listed] = await listAll(agent)
    expect(parse(listed!)).toEqual([{ ...parseEvent(event)[0], flags: ['autoReply'] }, ...parseEvent(update)])
    expect(parseEvent(update)).toMatchObject([{ kind: 'edit', body: 'sell', at: new Date(dateEdited) }])
  })

  test('has the same bytes and delivery key each time, and others after a change', async () => {
    const agent = await open()
    const [event] = eachKind(agent)
    const first = await listAll(agent)
    expect(await listAll(agent, day, 2)).toEqual(first)
    const keys = first.map(({ body }) => imessage.rawKey(storedBytes(body)))
    expect(new Set(keys).size).toBe(first.length)
    expect(keys[0]).toMatch(/^listed-message:FAKE[\w-]+:[0-9a-f]{64}$/)
    expect(keys[0]).not.toBe(imessage.rawKey(storedEvent(event)))
    agent.updated(event!, { text: 'sell', dateEdited: 1778745603000 })
    const [changed, ...others] = await listAll(agent)
    expect(imessage.rawKey(storedBytes(changed!.body))).not.toBe(keys[0])
    expect(changed!.messageKey).toBe(first[0]!.messageKey)
    expect(others).toEqual(first.slice(1))
  })

  test('says of each row what its bytes say, whatever is in it', async () => {
    const odd = (...usual: unknown[]) => fc.constantFrom(...usual, null, 0, '', 'x', {}, [], [{}], -1, true)
    const chats = [
      dealRoom,
      { chatIdentifier: from },
      { chatIdentifier: ' ', style: 43 },
      { guid: 'iMessage;-;' },
    ]
    const fields = fc.record(
      {
        itemType: odd(1, 2, 3, 4),
        groupActionType: odd(1),
        associatedMessageGuid: odd('p:0/A', 'A'),
        associatedMessageType: odd('love', '-like', 'sticker', '2001'),
        handle: odd({ address: from }, { address: 7 }),
        chats: fc.constantFrom(...chats, { chatIdentifier: 'tel:' }, {}).map((chat) => [chat]),
        text: odd('buy'),
      },
      { requiredKeys: [] },
    )
    const agent = await open()
    const rows = fc.sample(fields, 500)
    for (const one of rows) agent.newMessage({ from, fields: one })
    const listed = await listAll(agent)
    expect(listed.length).toBe(rows.length)
    for (const one of listed) {
      const said = parse(one).find(({ kind }) => kind === 'message')
      expect(one.sourceKey).toBe(imessage.rawKey(storedBytes(one.body)))
      expect(one.isAside).toBe(said ? undefined : true)
      if (said?.kind === 'message') expect(one.messageKey).toBe(said.messageKey)
    }
    expect(
      new Set(listed.map(({ isAside, messageKey }) => `${isAside} ${messageKey.slice(0, 4)}`)).size,
    ).toBe(3)
  })

  test('shows what cannot be read, under the key that parsing gives', async () => {
    const agent = await open()
    agent.newMessage({ from, chat: dealRoom, fields: { itemType: 3, groupActionType: 9 } })
    const [listed] = await listAll(agent)
    expect(parse(listed!)).toMatchObject([
      { kind: 'message', contentType: 'unsupported', messageKey: listed!.messageKey },
    ])
    expect(listed!.messageKey).toMatch(/^raw:/)
  })

  test('has a message with a too deeply nested field, without that field', async () => {
    const agent = await open()
    const summary = JSON.parse('['.repeat(1_000) + ']'.repeat(1_000)) as unknown
    const deep = agent.newMessage({ from, text: 'buy', fields: { messageSummaryInfo: summary } })
    const next = agent.newMessage({ from })
    const [listed, ...others] = await listAll(agent)
    expect(parse(listed!)).toEqual(parseEvent(deep))
    expect(others).toMatchObject([{ messageKey: keyOf(next) }])
  })

  test('begins with the first moment and ends before the last', async () => {
    const agent = await open()
    const at = (dateCreated: number | null) => agent.newMessage({ from, fields: { dateCreated } })
    at(day.from.getTime() - 1)
    const first = at(day.from.getTime())
    const last = at(day.before.getTime() - 1)
    at(day.before.getTime())
    at(null)
    expect((await listAll(agent)).map(({ messageKey }) => messageKey)).toEqual([first, last].map(keyOf))
    const always = { from: new Date(0), before: day.before }
    expect(await listAll(agent, always)).toHaveLength(3)
    expect(await listAll(agent, { from: new Date(-1), before: new Date(0) })).toEqual([])
  })

  test('keeps a row in a strange form as it came, as a message that could not be read', async () => {
    const agent = await open({ password: 'odd-rows' })
    const [unread, ...others] = await listAll(agent)
    expect(others).toEqual([])
    expect(unread).toMatchObject({ sentAt: day.from, isAside: true })
    expect(parse(unread!)).toMatchObject([
      {
        messageKey: unread!.messageKey,
        contentType: 'unsupported',
        structured: { fields: { data: { text: 'hello' } } },
      },
    ])
    expect(Buffer.from(unread!.body).toString()).toContain('hello')
  })

  test('has each message of the period exactly once, for any times and pages', async () => {
    const start = day.from.getTime()
    const time = fc.integer({ min: start, max: start + 6 })
    await fc.assert(
      fc.asyncProperty(
        fc.array(time, { maxLength: 12 }),
        fc.tuple(time, time),
        fc.integer({ min: 1, max: 5 }),
        fc.constantFrom('p', 'no-totals'),
        async (times, [begin, end], mostItems, password) => {
          await using agent = await openFakeBlueBubbles({ password })
          const events = times.map((dateCreated) => agent.newMessage({ from, fields: { dateCreated } }))
          const within = events.filter((_, at) => times[at]! >= begin && times[at]! < end)
          const asked = { from: new Date(begin), before: new Date(end) }
          const listed = await listAll(agent, asked, mostItems)
          expect(listed.map(({ messageKey }) => messageKey).toSorted()).toEqual(within.map(keyOf).toSorted())
        },
      ),
      { numRuns: 40 },
    )
  })
})

describe('an agent that does not list', () => {
  const refused = (reason: string) => ({ outcome: 'refused', reason })

  /** It takes its time: `long-lists.test.ts` shows it in every run. */
  const silent: [string, string, object][] = isWhole
    ? [['in time', 'never-answers', { outcome: 'retry', reason: 'timeout' }]]
    : []
  test.each<[string, string, object]>([
    ['for another program', 'not-an-agent', refused('not-understood')],
    ['after it moved', 'moved', refused('not-understood')],
    ['in another form', 'no-list', refused('not-understood')],
    ['while it fails', 'always-500', { outcome: 'retry', reason: 'status-500' }],
    ...silent,
  ])('is classified: %s', async (_, password, outcome) => {
    const limits = password === 'never-answers' ? { timeoutMs: 500 } : {}
    expect(await list(await open({ password }), { limits })).toEqual(outcome)
  })

  test('is refused with another password, without settings and inside our network', async () => {
    const agent = await open()
    agent.newMessage({ from })
    const other = accountAt(agent, { secrets: { password: 'old' } })
    expect(await list(agent, {}, other)).toEqual(refused('credentials-refused'))
    expect(await list(agent, {}, accountAt(agent, { settings: {} }))).toEqual(refused('not-configured'))
    expect(await list(agent, { limits: { extraHosts: [] } })).toEqual(refused('host-refused'))
    expect(await list(agent)).toMatchObject({ outcome: 'page', messages: [{}] })
  })

  test('to its end is asked again', async () => {
    const agent = await open()
    await using server = await openLocalServer((_, answer) => {
      breakOff(answer)
      answer.end(JSON.stringify({ status: 200, message: 'Success', data: [], metadata: {} }))
    })
    const account = accountAt(agent, { settings: { serverUrl: `http://${server.host}` } })
    const outcome = await list(agent, { limits: { extraHosts: [server.host] } }, account)
    expect(outcome).toMatchObject({ outcome: 'retry' })
  })

  test('that does not answer because the Mac is off is asked again, and no reason contains the address or the password', async () => {
    const agent = await open()
    const account = accountAt(agent, { settings: { serverUrl: 'http://127.0.0.1:9' } })
    const outcome = await list(agent, { limits: { extraHosts: ['127.0.0.1:9'] } }, account)
    expect(outcome).toEqual({ outcome: 'retry', reason: 'ECONNREFUSED' })
  })

  test('is not asked for a page of another list', async () => {
    const agent = await open()
    for (const page of ['x', '-1', '0.5']) {
      expect(await list(agent, { asked: { ...day, page } })).toEqual(refused('not-understood'))
    }
  })
})
