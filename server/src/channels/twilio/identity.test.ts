import fc from 'fast-check'
import { expect, test } from 'vitest'
import { identify, openIdentify } from './identity.ts'

test.each([
  ['a number with a scheme', 'whatsapp:+351912000111', { kind: 'phone', value: '+351912000111' }],
  ['a plain number', '+1 (415) 555-0142', { kind: 'phone', value: '+14155550142' }],
  ['a business-scoped user', 'whatsapp:ID.7f3a', { kind: 'walid', value: 'ID.7f3a' }],
  ['a sender with a name', 'ACMEBANK', { kind: 'alphanumeric', value: 'ACMEBANK' }],
])('recognizes %s, also a second time', (_, address, identity) => {
  const remembering = openIdentify()
  expect([identify(address), remembering(address), remembering(address)]).toEqual(Array(3).fill(identity))
})

test('identifies the same person, however often the address is normalised', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.stringMatching(/^(whatsapp:)?\+?[\d ()-]{1,18}$/)), (address) => {
      const once = identify(address)
      expect(identify(once.value)).toEqual(once)
    }),
  )
})
