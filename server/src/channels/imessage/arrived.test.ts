import { afterEach, beforeEach, expect, test } from 'vitest'
import { type FakeBlueBubbles, openFakeBlueBubbles } from '#testing/fakes/bluebubbles.ts'
import { imessageAccount } from '#testing/imessage.ts'
import { rowsArrivedSince } from './arrived.ts'

let agent: FakeBlueBubbles
beforeEach(async () => {
  agent = await openFakeBlueBubbles()
})
afterEach(() => agent.close())

const from = '+351912000111'
const long = Date.UTC(2024, 0, 1)
const ask = (mark: string | undefined, limits: { mostItems?: number; maxBytes?: number } = {}) => {
  const { serverUrl, password } = agent
  const account = { ...imessageAccount, settings: { serverUrl }, secrets: { password } }
  const usual = { mostItems: 10, maxBytes: 1_000_000, timeoutMs: 5_000, extraHosts: [agent.host] }
  return rowsArrivedSince(account, mark, { ...usual, ...limits })
}
const say = (dateCreated: number, row: number, fields: object = {}) =>
  agent.newMessage({ from, fields: { dateCreated, originalROWID: row, guid: `g${row}`, ...fields } })

test('the first question only says from where on to ask', async () => {
  expect(await ask(undefined)).toEqual({ outcome: 'arrived', sentAt: [], mark: '0', isMore: false })
  say(long + 2, 7)
  say(long + 1, 8)
  expect(await ask(undefined)).toEqual({ outcome: 'arrived', sentAt: [], mark: '7/g7', isMore: false })
})

test('rows with higher numbers are found whatever their time is, once', async () => {
  say(long + 5, 7)
  say(long, 9)
  say(long + 6, 12)
  const sentAt = [new Date(long), new Date(long + 6)]
  expect(await ask('7/g7')).toEqual({ outcome: 'arrived', sentAt, mark: '12/g12', isMore: false })
  expect(await ask('12/g12')).toEqual({ outcome: 'arrived', sentAt: [], mark: '12/g12', isMore: false })
})

test('rows in a strange form hold back no others', async () => {
  say(long, 7)
  say(long + 1, 8, { guid: { is: 'strange' } })
  say(long + 2, 9)
  const sentAt = [new Date(long + 1), new Date(long + 2)]
  expect(await ask('7/g7')).toEqual({ outcome: 'arrived', sentAt, mark: '9/g9', isMore: false })
  say(long + 3, 10, { dateCreated: 'soon' })
  expect(await ask('9/g9')).toMatchObject({ outcome: 'arrived', sentAt: [], mark: '10/g10' })
})

test('a strange name of a row says nothing of the Mac, before and after', async () => {
  say(long, 7, { guid: { is: 'strange' } })
  const again = { outcome: 'arrived', sentAt: [], isMore: false }
  expect(await ask('7/g7')).toEqual({ ...again, mark: '8' })
  expect(await ask(undefined)).toEqual({ ...again, mark: '8' })
  expect(await ask('8')).toEqual({ ...again, mark: '8' })
  say(long + 1, 8)
  expect(await ask('8')).toEqual({ ...again, sentAt: [new Date(long + 1)], mark: '8/g8' })
})

test('many rows are asked for by ranges of their numbers, also where numbers are missing', async () => {
  for (const row of [1, 2, 3, 4, 9]) say(long - row, row)
  const marks: string[] = []
  const found: number[] = []
  let mark = '0'
  for (let isMore = true; isMore;) {
    const answer = await ask(mark, { mostItems: 2 })
    if (answer.outcome !== 'arrived') throw new Error(answer.reason)
    ;({ mark, isMore } = answer)
    marks.push(mark)
    found.push(...answer.sentAt.map((at) => long - at.getTime()))
  }
  expect(found.toSorted((a, b) => a - b)).toEqual([1, 2, 3, 4, 9])
  expect(marks).toEqual(['2', '4', '6', '8', '9/g9'])
})

test('a Mac with another database is asked from its newest row on', async () => {
  say(long, 3)
  expect(await ask('3/other')).toMatchObject({ sentAt: [], mark: '3/g3', isMore: false, isRenewed: true })
})

test('whether the newest rows were removed, or the Mac has another database with fewer, is in doubt until the next row', async () => {
  say(long, 3)
  say(long - 5, 4)
  const inDoubt = { outcome: 'arrived', sentAt: [], mark: '5-90', isMore: false, isInDoubt: true }
  expect(await ask('90/g90')).toEqual(inDoubt)
  expect(await ask('5-90')).toEqual(inDoubt)
  expect(await ask('90/g90', { mostItems: 1 })).toEqual(inDoubt)
  // Of the same database, a new row has a new number.
  const added = say(long + 1, 91)
  const same = { outcome: 'arrived', sentAt: [new Date(long + 1)], mark: '91/g91', isMore: false }
  expect(await ask('5-90')).toEqual(same)
  agent.removeMessage(added)
  // No number is given twice.
  say(long + 2, 5)
  const renewed = { outcome: 'arrived', sentAt: [], mark: '5/g5', isMore: false, isRenewed: true }
  expect(await ask('5-90')).toEqual(renewed)
})

test('of a Mac without rows, one with a number that was given before is of another database', async () => {
  expect(await ask('2/g2')).toMatchObject({ mark: '1-2', isMore: false, isInDoubt: true })
  const one = say(long, 1)
  expect(await ask('1-2')).toMatchObject({ mark: '1/g1', isRenewed: true })
  agent.removeMessage(one)
  say(long, 3)
  expect(await ask('1-2')).toEqual({
    outcome: 'arrived',
    sentAt: [new Date(long)],
    mark: '3/g3',
    isMore: false,
  })
})

test('a row that is more than we read has a number, too', async () => {
  say(long, 4, { text: 'x'.repeat(9_000) })
  expect(await ask('9/g9', { maxBytes: 6_000 })).toMatchObject({ mark: '5-9', isInDoubt: true })
  say(long + 1, 6)
  expect(await ask('4-9', { maxBytes: 6_000 })).toMatchObject({ mark: '6/g6', isRenewed: true })
})

test('rows that are too much together, and one that is alone, keep no others back', async () => {
  const text = 'x'.repeat(3_000)
  for (const row of [1, 2, 3]) say(long + row, row, { text })
  expect(await ask('1', { maxBytes: 6_000 })).toMatchObject({
    sentAt: [new Date(long + 1)],
    mark: '2',
    isMore: true,
  })
  say(long + 4, 4, { text: 'x'.repeat(9_000) })
  expect(await ask('4', { maxBytes: 6_000 })).toEqual({
    outcome: 'arrived',
    sentAt: [],
    mark: '5',
    isMore: true,
  })
  expect(await ask('5', { maxBytes: 6_000 })).toEqual({
    outcome: 'arrived',
    sentAt: [],
    mark: '5',
    isMore: false,
  })
})

test('an agent that is away, or asks to wait, says nothing of rows', async () => {
  say(long, 1)
  agent.isAway = true
  expect(await ask('0')).toMatchObject({ outcome: 'retry' })
  expect(await ask('9/g9')).toMatchObject({ outcome: 'retry' })
  agent.isAway = false
  agent.tooOftenForSeconds = 60
  expect(await ask('0')).toEqual({ outcome: 'retry', reason: 'status-429', afterMs: 60_000 })
})
