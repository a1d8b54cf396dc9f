import fc from 'fast-check'
import { expect, test } from 'vitest'
import { climb, deliveryHeight } from './delivery.ts'

const after = (reports: readonly string[]) =>
  reports.reduce<string | undefined>((state, report) => climb(state, report), undefined)

test.each([
  ['the highest step wins', ['queued', 'delivered', 'sent', 'sending', 'read', 'undelivered'], 'read'],
  ['a later delivery overrules a failure', ['queued', 'sent', 'undelivered', 'delivered'], 'delivered'],
  ['a late failure does not undo a delivery', ['delivered', 'failed'], 'delivered'],
  ['a failure is kept against late reports of sending', ['failed', 'sent', 'queued'], 'failed'],
  ['a word we do not know moves nothing', ['sent', 'teleported'], 'sent'],
  ['only words we do not know give no state', ['teleported'], undefined],
])('%s', (_, reports, state) => {
  expect(after(reports)).toBe(state)
})

const report = fc.constantFrom(
  'accepted',
  'scheduled',
  'queued',
  'sending',
  'sent',
  'delivered',
  'read',
  'played',
  'viewed',
  'undelivered',
  'failed',
  'canceled',
  'partially_delivered',
  'receiving',
  'received',
  'teleported',
)

test('the same reports, in any order and repeated any number of times, give the same state', () => {
  const shuffled = fc.array(report, { minLength: 1, maxLength: 12 }).chain((reports) =>
    fc.tuple(
      fc.constant(reports),
      fc.array(fc.constantFrom(...reports), { maxLength: 12 }).chain((again) => {
        const all = [...reports, ...again]
        return fc.shuffledSubarray(all, { minLength: all.length, maxLength: all.length })
      }),
    ),
  )
  fc.assert(fc.property(shuffled, ([reports, mixed]) => after(reports) === after(mixed)))
})

test('a state never goes back', () => {
  fc.assert(
    fc.property(fc.array(report), report, (reports, next) => {
      const before = after(reports)
      const state = climb(before, next)
      return deliveryHeight(state ?? '') >= deliveryHeight(before ?? '')
    }),
  )
})
