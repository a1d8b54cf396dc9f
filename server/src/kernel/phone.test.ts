import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { sharedVectors } from '@verbatim/reference/shared-data.ts'
import { checkPhone, phoneIdentity } from './phone.ts'

test.each([
  ['a number in any spelling', '+1 (415) 555-0142', undefined, { kind: 'phone', value: '+14155550142' }],
  ['a national number of a known country', '912 000 111', 'PT', { kind: 'phone', value: '+351912000111' }],
  ['a trunk zero in brackets', '+44 (0)20 7946 0958', undefined, { kind: 'phone', value: '+442079460958' }],
  ['an extension', '+14155550142;ext=5', undefined, { kind: 'phone', value: '+14155550142' }],
  ['a number no country has', '+999 123 45', undefined, { kind: 'phone', value: '+99912345' }],
  ['a short code', '72-404', 'US', { kind: 'shortcode', value: '72404' }],
  ['a sender with a name', 'ACMEBANK', 'US', { kind: 'alphanumeric', value: 'ACMEBANK' }],
  ['a sender whose name begins with a digit', '1stBank', 'US', { kind: 'alphanumeric', value: '1stBank' }],
  ['a number of no known country', '415555014255', undefined, { kind: 'unknown', value: '415555014255' }],
  ['nothing', '', undefined, { kind: 'unknown', value: '' }],
])('recognizes %s', (_, address, country, identity) => {
  expect(phoneIdentity(address, country)).toEqual(identity)
})

test('identifies the same person, however often the address is normalised', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.stringMatching(/^\+?[\d ()-]{1,18}$/)), (address) => {
      const once = phoneIdentity(address)
      expect(phoneIdentity(once.value)).toEqual(once)
    }),
  )
})

test('never throws, for any text', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'binary', maxLength: 300 }),
      fc.option(fc.string(), { nil: undefined }),
      (text, country) => {
        checkPhone(text, country)
        phoneIdentity(text, country)
      },
    ),
  )
})

describe('the shape of a number', () => {
  test.each([
    ['possible', '+1 415 555 0142', undefined, true],
    ['possible in its country', '(415) 555-0142', 'US', true],
    ['not possible without a country', '415-555-0142', undefined, false],
    ['too long', '0912000111', 'PT', false],
    ['too short', '+49 1', 'DE', false],
    ['of more than 250 characters', '4'.repeat(251), 'US', false],
  ])('is %s', (_, written, country, possible) => {
    expect(checkPhone(written, country).possible).toBe(possible)
  })
})

interface PhoneVector {
  id: string
  input: { value: string; defaultCountry: string | null }
  expected: {
    possible: boolean
    valid: boolean
    lengthError: string | null
    e164: string | null
    country: string | null
    ext: string | null
  }
}

const vectors = sharedVectors<PhoneVector>('phone.json', 'phone')
test.skipIf(vectors.length === 0)('agrees with the reference vectors, where they are at hand', () => {
  for (const { id, input, expected } of vectors) {
    const found = checkPhone(input.value, input.defaultCountry ?? undefined)
    expect({ id, ...found }).toEqual({
      id,
      possible: expected.possible,
      valid: expected.valid,
      ...(expected.lengthError && { lengthError: expected.lengthError }),
      ...(expected.e164 && { e164: expected.e164 }),
      ...(expected.country && { country: expected.country }),
      ...(expected.ext && { extension: expected.ext }),
    })
  }
})
