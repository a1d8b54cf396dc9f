import fc from 'fast-check'
import { expect, test } from 'vitest'
import { identify } from './identity.ts'

test.each([
  ['a number', '+351 912 000 111', { kind: 'phone', value: '+351912000111' }],
  ['a number with a scheme', 'tel:+351912000111', { kind: 'phone', value: '+351912000111' }],
  ['a mail address', 'Ann@Acme.example', { kind: 'email', value: 'ann@acme.example' }],
  ["Apple's name of an account by mail", 'E:ann@acme.example', { kind: 'email', value: 'ann@acme.example' }],
  ["Apple's name of an account by number", 'P:+351912000111', { kind: 'phone', value: '+351912000111' }],
  ['a short code', '72345', { kind: 'shortcode', value: '72345' }],
  ['a business', 'urn:biz:7f3a', { kind: 'alphanumeric', value: 'urn:biz:7f3a' }],
  ['no one', '', { kind: 'unknown', value: '' }],
])('recognizes %s', (_, address, identity) => {
  expect(identify(address)).toEqual(identity)
})

test('identifies the same person, however often the address is normalised', () => {
  const addresses = fc.oneof(
    fc.emailAddress(),
    fc.stringMatching(/^(?:tel:|mailto:|[EP]:)?\+?[\d ()-]{1,18}$/),
  )
  fc.assert(
    fc.property(addresses, (address) => {
      const once = identify(address)
      expect(identify(once.value)).toEqual(once)
    }),
  )
})
