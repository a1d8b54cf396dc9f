import fc from 'fast-check'
import twilio from 'twilio'
import { describe, expect, test } from 'vitest'
import { sharedVectors } from '@verbatim/reference/shared-data.ts'
import { bodyHash, isAnnouncedBody, isSigned, twilioSignature } from './signature.ts'

const token = 'a-token-of-the-account'
const url = 'https://hooks.acme.test/hooks/sms/0198?x=1'
const form = new URLSearchParams({ From: '+14155550100', Body: "it's 5 & 6 €", To: '+14155550142' })
const signature = twilioSignature(token, url, form)

describe('a signature', () => {
  test('is valid for the address, the form and the token it was made for', () => {
    expect(isSigned(signature, [token], url, form)).toBe(true)
  })

  test('is valid during a change of the token, with the old one and with the new one', () => {
    expect(isSigned(signature, ['the-next-token', token], url, form)).toBe(true)
  })

  test.each([
    ['another token', () => isSigned(signature, ['another'], url, form)],
    ['no token at all', () => isSigned(signature, [], url, form)],
    ['an empty token', () => isSigned(twilioSignature('', url, form), [''], url, form)],
    ['another address', () => isSigned(signature, [token], `${url}&y=2`, form)],
    ['another form', () => isSigned(signature, [token], url, new URLSearchParams({ Body: 'sell' }))],
    ['no form', () => isSigned(signature, [token], url, undefined)],
    ['a cut signature', () => isSigned(signature.slice(0, -1), [token], url, form)],
    ['nothing', () => isSigned('', [token], url, form)],
  ])('does not hold for %s', (_, holds) => {
    expect(holds()).toBe(false)
  })

  test.each([
    ['with the port', 'https://hooks.acme.test:8443/a?b=1', 'https://hooks.acme.test/a?b=1'],
    ['without the port', 'https://hooks.acme.test/a?b=1', 'https://hooks.acme.test:443/a?b=1'],
    ['for plain HTTP', 'http://hooks.acme.test/a', 'http://hooks.acme.test:80/a'],
    ['with a user in the address', 'https://u:p@hooks.acme.test/a', 'https://u:p@hooks.acme.test:443/a'],
    ['for an IPv6 host', 'https://[::1]:8443/a', 'https://[::1]/a'],
    ['in lower case', 'https://Hooks.Acme.test/a', 'https://hooks.acme.test/a'],
  ])('holds however the product writes the address: %s', (_, ours, theirs) => {
    expect(isSigned(twilioSignature(token, theirs, form), [token], ours, form)).toBe(true)
  })
})

test('a JSON body must match the hash in its address exactly', () => {
  const body = Buffer.from('{"property": "value"}')
  const announced = `${url}&bodySHA256=${bodyHash(body)}`
  expect(isAnnouncedBody(announced, body)).toBe(true)
  expect(isAnnouncedBody(announced, Buffer.from('{"property":"value"}'))).toBe(false)
  expect(isAnnouncedBody(url, body)).toBe(false)
})

test('is made in one pass over any number of parameters', () => {
  let given = 0
  const repeated = Array.from({ length: 40_000 }, (_, n): [string, string] => [`p${n % 20_000}`, `${n}`])
  const counted = function* () {
    for (const one of repeated) {
      given += 1
      yield one
    }
  }
  expect(isSigned('no signature', [token, 'the-next-token'], url, { [Symbol.iterator]: counted })).toBe(false)
  expect(given).toBe(repeated.length)
})

test("signs and accepts exactly as Twilio's own library", () => {
  const parameters = fc.dictionary(
    fc.string({ minLength: 1 }),
    fc.oneof(fc.string(), fc.array(fc.string(), { minLength: 2 })),
  )
  const address = fc
    .tuple(fc.webUrl({ withQueryParameters: true }), fc.constantFrom('', ':443', ':8443', ':80'))
    .map(([base, port]) => base.replace(/^(\w+:\/\/[^/?#]+)/, `$1${port}`))
  fc.assert(
    fc.property(fc.string({ minLength: 1 }), address, parameters, (secret, address, values) => {
      const search = new URLSearchParams()
      for (const [name, value] of Object.entries(values)) {
        for (const one of [value].flat()) search.append(name.toWellFormed(), one.toWellFormed())
      }
      const theirs = twilio.getExpectedTwilioSignature(secret, address, asObject(search))
      expect(twilioSignature(secret, address, search)).toBe(theirs)
      expect(isSigned(theirs, [secret], address, search)).toBe(true)
    }),
  )
})

interface SignatureVector {
  id: string
  kind: string
  input: {
    authToken: string
    url: string
    params?: Record<string, string | string[]>
    rawBody?: string
    signatureHeader?: string
  }
  expected: { valid?: boolean; validTwilioNode?: boolean; headers?: Record<string, string> }
}

const vectors = sharedVectors<SignatureVector>(
  'twilio.json',
  'signature-form',
  'signature-form-library-dependent',
  'signature-json-bodySHA256',
  'webhook-request',
)
test.skipIf(vectors.length === 0)('agrees with the reference vectors, where they are at hand', () => {
  expect(vectors.length).toBeGreaterThan(20)
  for (const { id, kind, input, expected } of vectors) {
    const json = kind === 'signature-json-bodySHA256'
    const given = input.signatureHeader ?? expected.headers?.['X-Twilio-Signature'] ?? ''
    const search = new URLSearchParams()
    for (const [name, value] of Object.entries(input.params ?? {})) {
      for (const one of [value].flat()) search.append(name, one)
    }
    const valid =
      isSigned(given, [input.authToken], input.url, json ? undefined : search) &&
      (!json || isAnnouncedBody(input.url, Buffer.from(input.rawBody ?? '')))
    expect({ id, valid }).toEqual({ id, valid: expected.valid ?? expected.validTwilioNode })
  }
})

interface HashVector {
  input: { rawBody: string }
  expected: { bodySHA256: string }
}
const hashes = sharedVectors<HashVector>('twilio.json', 'hash')
test.skipIf(hashes.length === 0)('a body has the hash of the reference, which its address announces', () => {
  for (const { input, expected } of hashes) {
    const body = Buffer.from(input.rawBody)
    expect(bodyHash(body)).toBe(expected.bodySHA256)
    expect(isAnnouncedBody(`${url}&bodySHA256=${expected.bodySHA256}`, body)).toBe(true)
  }
})

function asObject(search: URLSearchParams): Record<string, string | string[]> {
  return Object.fromEntries(
    [...new Set(search.keys())].map((name) => {
      const values = search.getAll(name)
      return [name, values.length > 1 ? values : (values[0] ?? '')]
    }),
  )
}
