import { describe, expect, test } from 'vitest'
import { FakeBlueBubbles, type FakeEvent } from '#testing/fakes/bluebubbles.ts'
import { imessageAccount as account, parseEvent as parse } from '#testing/imessage.ts'

const agent = new FakeBlueBubbles('p', account.address.value)
const from = '+351912000111'
const self = { kind: 'self', value: 'self' }
const ana = { kind: 'phone', value: from }

const keyOf = ({ data }: FakeEvent) => `${account.id}:${(data as { guid: string }).guid}`

const sentAtOf = ({ data }: FakeEvent) => new Date((data as { dateCreated: number }).dateCreated)

describe('an update', () => {
  test('reports how far a message of the owner came, each state with its time', () => {
    const event = agent.newMessage()
    const dateDelivered = Date.UTC(2026, 4, 14, 8, 1)
    const dateRead = Date.UTC(2026, 4, 14, 8, 2)
    const delivered = {
      kind: 'status',
      channel: 'imessage',
      eventKey: `s|${keyOf(event)}|*|delivered`,
      targetKey: keyOf(event),
      about: { direction: 'outbound', author: self, sentAt: sentAtOf(event) },
      state: 'delivered',
      at: new Date(dateDelivered),
    }
    expect(parse(agent.updated(event, { dateDelivered }))).toEqual([delivered])
    expect(parse(agent.updated(event, { dateDelivered, dateRead }))).toEqual([
      delivered,
      { ...delivered, eventKey: `s|${keyOf(event)}|*|read`, state: 'read', at: new Date(dateRead) },
    ])
  })

  test('that only says that the owner read another person’s message gives nothing', () => {
    const dateRead = Date.UTC(2026, 4, 14, 8, 2)
    expect(parse(agent.updated(agent.newMessage({ from }), { dateRead }))).toEqual([])
  })

  test('may be an edit with the new text; another edit is another event, and a repetition is not', () => {
    const event = agent.newMessage({ from })
    const edited = agent.updated(event, { text: 'hello \ufffc(edited)', dateEdited: 1778745690000 })
    expect(parse(edited)).toEqual([
      {
        kind: 'edit',
        channel: 'imessage',
        eventKey: `e|${keyOf(event)}|1778745690000`,
        targetKey: keyOf(event),
        about: { direction: 'inbound', author: ana, sentAt: sentAtOf(event) },
        at: new Date('2026-05-14T08:01:30Z'),
        actor: ana,
        body: 'hello (edited)',
      },
    ])
    expect(parse(agent.updated(edited, { isArchived: true }))).toEqual(parse(edited))
    const [again] = parse(agent.updated(edited, { dateEdited: 1778745691000 }))
    expect(again).not.toMatchObject({ eventKey: `e|${keyOf(event)}|1778745690000` })
  })

  test('may be the removal of a message; the removal of a part is an edit', () => {
    const event = agent.newMessage()
    const dateEdited = 1778745700000
    const removal = {
      kind: 'delete',
      eventKey: `d|${keyOf(event)}|everyone`,
      targetKey: keyOf(event),
      scope: 'everyone',
      actor: self,
      at: new Date(dateEdited),
    }
    expect(parse(agent.updated(event, { text: null, dateEdited, partCount: 0 }))).toMatchObject([removal])
    expect(parse(agent.updated(event, { text: null, dateEdited, partCount: null }))).toMatchObject([removal])
    expect(parse(agent.updated(event, { text: 'hello', dateRetracted: dateEdited }))).toMatchObject([removal])
    const part = { text: null, dateEdited, dateRetracted: null, partCount: 1 }
    expect(parse(agent.updated(event, part))).toMatchObject([{ kind: 'edit', body: null }])
  })

  test('may be the removal of single parts, of which the full form says what is left', () => {
    const files = ['keep.png', 'gone.png'].map((name, index) => ({
      ...agent.keepAttachment(Buffer.from(name), 'image/png'),
      transferName: name,
      guid: `FILE-${index}`,
    }))
    const event = agent.newMessage({ text: 'two', attachments: files })
    const dateEdited = 1778745700000
    const attributedBody = [
      {
        string: 'two',
        runs: [{ range: [0, 3], attributes: { __kIMFileTransferGUIDAttributeName: 'FILE-0' } }],
      },
    ]
    const edited = { dateEdited, partCount: 2, messageSummaryInfo: [{ rp: [2] }], attributedBody }
    agent.updated(event, edited)
    const changes = parse(agent.listed(event)).filter(({ kind }) => kind === 'edit')
    expect(changes).toMatchObject([
      { body: 'two', attachments: [{ name: 'keep.png' }], structured: { unsentParts: [3] } },
    ])
    agent.updated(event, { messageSummaryInfo: [{ rp: [] }] })
    expect(parse(agent.listed(event)).at(-1)).not.toHaveProperty('attachments')
  })

  test('may report several changes at once', () => {
    const changes = { dateDelivered: 1778745601000, dateRead: 1778745602000, dateEdited: 1778745603000 }
    const kinds = parse(agent.updated(agent.newMessage(), changes)).map(({ kind }) => kind)
    expect(kinds).toEqual(['status', 'status', 'edit'])
  })
})

test('an error of sending is a status with its number, and the id of its sender', () => {
  const { data } = agent.newMessage({ fields: { error: 22, tempGuid: 'temp-2' } })
  const failed = {
    kind: 'status',
    state: 'failed',
    eventKey: `s|${account.id}:${String(data['guid'])}|*|failed`,
  }
  expect(parse({ type: 'message-send-error', data })).toMatchObject([
    { ...failed, errorCode: '22', aliases: ['temp-2'] },
  ])
  const [unnumbered] = parse({ type: 'message-send-error', data: { ...data, error: 0, tempGuid: undefined } })
  expect(unnumbered).toMatchObject(failed)
  expect(unnumbered).not.toHaveProperty('errorCode')
})
