import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { FakeBlueBubbles } from '#testing/fakes/bluebubbles.ts'
import { editedSummary } from '#testing/fakes/bluebubbles-messages.ts'
import { imessageAccount as account, parseEvent } from '#testing/imessage.ts'
import { listedType } from './events.ts'

const agent = new FakeBlueBubbles('p', account.address.value)
const from = '+351912000111'
const sent = Date.UTC(2026, 4, 14, 8, 0)
const [first, second] = [sent + 60_000.25, sent + 120_000.75]
const dateEdited = Math.trunc(second)

/** What a message reports in the full form. */
const parse = (fields: Record<string, unknown>, text: string | null = 'sell 3') => {
  const { data } = agent.newMessage({ from, text })
  return parseEvent({ type: listedType, data: { ...data, dateEdited, ...fields } })
}
const summary = (...texts: [string, number][]) => ({ messageSummaryInfo: editedSummary({ '0': texts }) })

describe('an edited message in the full form', () => {
  test('has the text that it was sent with, and each later one as an edit at its time', () => {
    const events = parse(summary(['buy 1', sent], ['buy 2', first], ['sell 3', second]))
    expect(events).toMatchObject([
      { kind: 'message', body: 'buy 1' },
      { kind: 'edit', body: 'buy 2', at: new Date(Math.trunc(first)) },
      { kind: 'edit', body: 'sell 3', at: new Date(dateEdited) },
    ])
    expect(events).toHaveLength(3)
  })

  test('reports its latest edit as its webhook does', () => {
    const event = agent.newMessage({ from, text: 'buy 1' })
    const update = agent.updated(event, { text: 'sell 3', dateEdited })
    const data = {
      ...event.data,
      text: 'sell 3',
      dateEdited,
      ...summary(['buy 1', sent], ['sell 3', second + 1]),
    }
    expect(parseEvent({ type: listedType, data })).toEqual([...parseEvent(event), ...parseEvent(update)])
  })

  test('has its texts as the agent gives texts: without the marks of attachments and spaces at the ends', () => {
    const fields = summary(['\ufffc buy 1\n', sent], ['\ufffcsell 3 ', second])
    expect(parse(fields)).toMatchObject([{ body: 'buy 1' }, { body: 'sell 3' }])
  })

  test('may have one edited part, and keeps the other parts', () => {
    const part = (at: string) => ({
      messageSummaryInfo: editedSummary({
        [at]: [
          ['buy', sent],
          ['sell $&', second],
        ],
      }),
    })
    for (const at of ['0', '2']) {
      expect(parse(part(at), 'Look: sell $& now')).toMatchObject([
        { kind: 'message', body: 'Look: buy now' },
        { kind: 'edit', body: 'Look: sell $& now' },
      ])
    }
  })

  test('that was unsent after an edit keeps its text', () => {
    const unsent = { partCount: 0, ...summary(['buy 1', sent], ['buy 2', first]) }
    expect(parse(unsent, null)).toMatchObject([
      { kind: 'message', contentType: 'text', body: 'buy 1' },
      { kind: 'edit', body: 'buy 2', at: new Date(Math.trunc(first)) },
      { kind: 'delete', scope: 'everyone', at: new Date(dateEdited) },
    ])
  })

  test.each([
    ['is missing', { messageSummaryInfo: null }],
    [
      'is of several parts',
      { messageSummaryInfo: editedSummary({ '0': [['a', sent]], '1': [['b', sent]] }) },
    ],
    ['ends in a text that is not there', summary(['buy 1', sent], ['sell 4', second])],
    ['ends in a text that is there twice', summary(['buy 1', sent], ['l', second])],
    ['ends in nothing', summary(['buy 1', sent], ['', second])],
    ['has a time that is none', summary(['buy 1', 1e300], ['sell 3', second])],
    ['has no texts', { messageSummaryInfo: [{ editedContent: [] }] }],
    ['has another form', { messageSummaryInfo: [{ editedContent: [{ date: 1, text: 'buy' }] }] }],
    ['is no list', { messageSummaryInfo: { editedContent: 7 } }],
  ])('has the current text if its history %s', (_, fields) => {
    expect(parse(fields)).toMatchObject([
      { kind: 'message', body: 'sell 3' },
      { kind: 'edit', body: 'sell 3', at: new Date(dateEdited) },
    ])
  })

  test('is a message whatever its history is', () => {
    const times = fc.oneof(fc.double(), fc.integer({ min: sent, max: sent + 1e6 }))
    const texts = fc.array(fc.tuple(fc.constantFrom('sell 3', 'sell', '', 'x', '\ufffc'), times))
    const summaries = fc.dictionary(fc.constantFrom('0', '1', 'x'), texts).map(editedSummary)
    fc.assert(
      fc.property(
        fc.oneof(summaries, fc.jsonValue()),
        fc.constantFrom('sell 3', null),
        (messageSummaryInfo, text) => {
          const [message, ...changes] = parse({ messageSummaryInfo, partCount: text ? 1 : 0 }, text)
          expect(message).toMatchObject({ kind: 'message' })
          expect(changes.at(-1)).toMatchObject(text ? { kind: 'edit', body: text } : { kind: 'delete' })
        },
      ),
    )
  })
})

test('a message that was not edited is as it was sent, whatever its history says', () => {
  const events = parse({ dateEdited: null, ...summary(['buy 1', sent], ['sell 3', second]) })
  expect(events).toMatchObject([{ kind: 'message', body: 'sell 3' }])
  expect(events).toHaveLength(1)
})
