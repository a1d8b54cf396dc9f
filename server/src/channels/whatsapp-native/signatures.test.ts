import { roundsOf } from '@verbatim/reference/share.ts'
import { Curve, generateSignalPubKey } from 'baileys'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { checkSignatures, isSignedBy } from './signatures.ts'

const message = fc.uint8Array({ maxLength: 200 })

test('what a key has signed is valid, with and without the byte for its type, and nothing else', () => {
  fc.assert(
    fc.property(message, fc.nat(63), fc.nat(7), (signed, place, bit) => {
      const [pair, other] = [Curve.generateKeyPair(), Curve.generateKeyPair()]
      const signature = Curve.sign(pair.private, signed)
      expect(isSignedBy(pair.public, signed, signature)).toBe(true)
      expect(isSignedBy(generateSignalPubKey(pair.public), signed, signature)).toBe(true)
      expect(isSignedBy(other.public, signed, signature)).toBe(false)
      expect(isSignedBy(pair.public, Buffer.concat([signed, Buffer.of(0)]), signature)).toBe(false)
      const changed = Buffer.from(signature)
      changed[place] = changed[place]! ^ (1 << bit)
      expect(isSignedBy(pair.public, signed, changed)).toBe(false)
    }),
    { numRuns: roundsOf(50) },
  )
})

test('keys and signatures of another form are no reason to fail', () => {
  for (const [key, signature] of [
    [31, 64],
    [34, 64],
    [0, 64],
    [32, 63],
    [32, 0],
  ] as const)
    expect(isSignedBy(new Uint8Array(key), Buffer.of(1), new Uint8Array(signature))).toBe(false)
  // The key that has no other form.
  const last = Buffer.alloc(32, 0xff)
  ;[last[0], last[31]] = [0xec, 0x7f]
  expect(isSignedBy(last, Buffer.of(1), Buffer.alloc(64, 1))).toBe(false)
})

test('the library refuses a signature that is not valid', () => {
  checkSignatures()
  const pair = Curve.generateKeyPair()
  const signature = Curve.sign(pair.private, Buffer.from('a'))
  expect(Curve.verify(pair.public, Buffer.from('a'), signature)).toBe(true)
  expect(Curve.verify(pair.public, Buffer.from('b'), signature)).toBe(false)
})
