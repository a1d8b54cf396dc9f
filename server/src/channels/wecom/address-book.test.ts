import { afterEach, beforeEach, expect, test } from 'vitest'
import { FakeWecomApi } from '#testing/fakes/wecom-api.ts'
import { AddressBook } from './address-book.ts'

let api: FakeWecomApi
let now: number
beforeEach(async () => {
  api = new FakeWecomApi()
  await api.listen()
  now = Date.parse('2026-11-27T09:00:00.000Z')
})
afterEach(() => api.close())

const customer = 'wmErxtDgAA9AW32YyyuYRimKr7D1KWlw'
const robot = `wb${'x'.repeat(30)}`
const [minute, hour] = [60_000, 3_600_000]
const session = () => ({
  limits: { timeoutMs: 2_000, extraHosts: [api.host] },
  signal: new AbortController().signal,
  now: () => new Date(now),
})
const open = (contactSecret = api.contactSecret) =>
  new AddressBook({ corpId: 'ww1', archiveSecret: api.archiveSecret, contactSecret, privateKeys: '' })
const names = async (book: AddressBook, ids = ['LiWei', customer]) =>
  Object.fromEntries(await book.namesOf(ids, session()))

test('names are requested once a day, with one token; without an answer the ID is shown', async () => {
  api.names.set('LiWei', '李伟').set(customer, 'Anna')
  const book = open()
  const known = { LiWei: '李伟', [customer]: 'Anna' }
  expect(await names(book, ['LiWei', customer, 'Unknown', ''])).toEqual(known)
  expect(api.asked.filter((path) => path.endsWith('gettoken')).length).toBeLessThanOrEqual(3)
  const before = api.asked.length
  expect(await names(book)).toEqual(known)
  expect(api.asked.length).toBe(before)
  now += 25 * hour
  api.names.set(customer, 'Anna Berg').delete('LiWei')
  expect(await names(book)).toEqual({ LiWei: '李伟', [customer]: 'Anna Berg' })
})

test('robots are named by the archive, also without a secret for the names of people', async () => {
  api.names.set(robot, '机器人A').set('LiWei', '李伟')
  expect(await names(open(), ['LiWei', robot])).toEqual({ LiWei: '李伟', [robot]: '机器人A' })
  const book = open('')
  const unnamed = `wb${'y'.repeat(30)}`
  expect(await names(book, ['LiWei', robot, unnamed])).toEqual({ [robot]: '机器人A' })
  const asked = api.asked.length
  expect(await names(book, ['LiWei', robot, unnamed])).toEqual({ [robot]: '机器人A' })
  expect(api.asked.length).toBe(asked)
})

test('a token that has ended is replaced', async () => {
  api.names.set('LiWei', '李伟').set(customer, 'Anna')
  const book = open()
  await names(book, ['LiWei'])
  api.endTokens()
  expect(await names(book)).toEqual({ LiWei: '李伟', [customer]: 'Anna' })
})

test.each([
  ['too many questions', { failing: 45_009 }, 10 * minute],
  ['no right to them', { failing: 48_002 }, hour],
  ['another network', { failing: 60_020 }, hour],
  ['a wrong secret', { refusing: 40_001 }, hour],
  ['no answer', { isAway: true }, minute],
  ['an answer that broke off', { isBreaking: true }, minute],
] as const)('after %s requests pause for a while, and then resume', async (_, failure, ms) => {
  api.names.set('LiWei', '李伟')
  const book = open()
  Object.assign(api, failure)
  expect(await names(book, ['LiWei'])).toEqual({})
  Object.assign(api, { failing: undefined, refusing: undefined, isAway: false, isBreaking: false })
  const asked = api.asked.length
  now += ms - 1
  expect(await names(book, ['LiWei'])).toEqual({})
  expect(api.asked.length).toBe(asked)
  now += 1
  expect(await names(book, ['LiWei'])).toEqual({ LiWei: '李伟' })
})

test('without a secret for names, none are requested', async () => {
  expect(await names(open(''))).toEqual({})
  expect(api.asked).toEqual([])
})

test('consents are requested once a day, and again after a failure', async () => {
  api.agreed.set(customer, ['Agree', 1_700_000_000])
  api.rooms.set('wrRoom', [customer])
  const book = open()
  const given = {
    pairs: [{ employee: 'LiWei', customer }],
    rooms: [{ room: 'wrRoom', employees: ['LiWei'] }],
  }
  api.isAway = true
  expect(await book.consentsOf(given, session())).toEqual([])
  api.isAway = false
  now += minute
  const granted = { customer, isGranted: true, at: 1_700_000_000 }
  expect(await book.consentsOf(given, session())).toEqual([
    { consent: { ...granted, employee: 'LiWei' }, routes: ['LiWei'] },
    { consent: { ...granted, room: 'wrRoom' }, routes: ['LiWei'] },
  ])
  expect(await book.consentsOf(given, session())).toEqual([])
  now += 25 * hour
  api.agreed.set(customer, ['Disagree', 1_700_100_000])
  expect((await book.consentsOf(given, session()))[0]?.consent).toMatchObject({
    isGranted: false,
    at: 1_700_100_000,
  })
})
