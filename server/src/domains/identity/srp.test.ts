import { getDiffieHellman } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { proveSrp, srpA, startSrp } from '@verbatim/client/srp.ts'
import { parseSrpTimestamp, srpTimestamp } from '@verbatim/contract/identity.ts'
import { roundsOf } from '@verbatim/reference/share.ts'
import { createSrpSession, signSrpSession } from 'cognito-srp-helper'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { sharedFile } from '@verbatim/reference/shared-data.ts'
import { expectedSignature, isUsableSrpA, makeFakeVerifier, makeSrpB, makeVerifier } from './srp.ts'

const vectorsFile = sharedFile('reference/srp-vectors.json')
const known = vectorsFile ? JSON.parse(readFileSync(vectorsFile, 'utf8')) : undefined

describe.skipIf(!known)('the vectors of ../shared/reference/srp-vectors.json', () => {
  test.each((known?.vectors ?? []) as Vector[])('$name', ({ input, intermediate, output }) => {
    const identity = { poolName: input.poolName, userId: input.userIdForSrp }
    const verifier = makeVerifier(identity, input.password, fromHex(input.saltHex))
    expect(BigInt(`0x${verifier.toString('hex')}`)).toBe(BigInt(`0x${intermediate.verifierHex}`))
    const secretExponent = fromHex(input.bHex)
    const srpB = makeSrpB(verifier, secretExponent)
    expect(srpB).toBe(intermediate.BHex)
    const proof = { secretBlock: Buffer.from(input.secretBlockBase64, 'base64'), timestamp: input.timestamp }
    for (const srpA of [intermediate.AHex, intermediate.AHex.toUpperCase()]) {
      const signature = expectedSignature(identity, { srpA, srpB, secretExponent, verifier }, proof)
      expect(signature?.toString('base64')).toBe(output.passwordClaimSignatureBase64)
    }
  })

  test.each((known?.rejectA ?? []) as { AHex: string; why: string }[])('refuses SRP_A: $why', ({ AHex }) => {
    expect(isUsableSrpA(AHex)).toBe(false)
  })

  test('a proof forged with A ≡ 0 is never accepted', () => {
    const attack = known.attackAZero
    const identity = { poolName: attack.userPoolId.split('_')[1], userId: attack.userIdForSrp }
    for (const { AHex, BHex, secretBlockBase64, timestamp } of attack.cases) {
      const challenge = {
        srpA: AHex,
        srpB: BHex,
        secretExponent: fromHex(attack.bHex),
        verifier: fromHex(attack.verifierHex),
      }
      const secretBlock = Buffer.from(secretBlockBase64, 'base64')
      expect(expectedSignature(identity, challenge, { secretBlock, timestamp })).toBeUndefined()
    }
  })

  test('valid timestamps are read, and invalid ones are refused', () => {
    for (const { iso, text } of known.timestamps) {
      expect(parseSrpTimestamp(text)).toEqual(new Date(Math.floor(Date.parse(iso) / 1000) * 1000))
      expect(srpTimestamp(new Date(iso))).toBe(text)
    }
    for (const { text } of known.badTimestamps) expect(parseSrpTimestamp(text)).toBeUndefined()
  })
})

const bytes = (size: number) =>
  fc.uint8Array({ minLength: size, maxLength: size }).filter((some) => some.some((byte) => byte > 1))
const text = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 24 })

test(
  'our client proves every password to our server, and only the right one',
  { timeout: 60_000 },
  async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.record({ password: text, other: text, userId: text, a: bytes(32), b: bytes(32) }),
        fc.record({ salt: bytes(16), secretBlock: bytes(48) }),
        async ({ password, other, userId, a, b }, { salt, secretBlock }) => {
          const identity = { poolName: 'Vt7nEmb3d', userId }
          const verifier = makeVerifier(identity, password, Buffer.from(salt))
          const secret = startSrp(a)
          const challenge = {
            srpA: srpA(secret),
            srpB: makeSrpB(verifier, Buffer.from(b)),
            secretExponent: Buffer.from(b),
            verifier,
          }
          const timestamp = srpTimestamp(new Date(1_790_000_000_000))
          const expected = expectedSignature(identity, challenge, {
            secretBlock: Buffer.from(secretBlock),
            timestamp,
          })
          const question = {
            ...identity,
            saltHex: Buffer.from(salt).toString('hex'),
            srpB: challenge.srpB,
            secretBlock: Buffer.from(secretBlock).toString('base64'),
          }
          expect(await proveSrp(secret, question, password, timestamp)).toBe(expected?.toString('base64'))
          if (other !== password) {
            expect(await proveSrp(secret, question, other, timestamp)).not.toBe(expected?.toString('base64'))
          }
        },
      ),
      { numRuns: roundsOf(25) },
    )
  },
)

test('cognito-srp-helper can prove passwords to our server', { timeout: 60_000 }, () => {
  fc.assert(
    fc.property(bytes(32), bytes(16), bytes(48), (b, salt, secretBlock) => {
      const identity = { poolName: 'Vt7nEmb3d', userId: '5f8a1c9e-2d34-4b6a-9c11-0e7d3b5a9f42' }
      const verifier = makeVerifier(identity, 'Pässword-1', Buffer.from(salt))
      const session = createSrpSession('anna@example.test', 'Pässword-1', 'local_Vt7nEmb3d', false)
      const srpB = makeSrpB(verifier, Buffer.from(b))
      const signed = signSrpSession(session, {
        ChallengeName: 'PASSWORD_VERIFIER',
        ChallengeParameters: {
          SALT: Buffer.from(salt).toString('hex'),
          SRP_B: srpB,
          SECRET_BLOCK: Buffer.from(secretBlock).toString('base64'),
          USER_ID_FOR_SRP: identity.userId,
        },
      })
      const challenge = { srpA: session.largeA, srpB, secretExponent: Buffer.from(b), verifier }
      const proof = { secretBlock: Buffer.from(secretBlock), timestamp: session.timestamp }
      expect(parseSrpTimestamp(session.timestamp)).toBeDefined()
      expect(expectedSignature(identity, challenge, proof)?.toString('base64')).toBe(signed.passwordSignature)
    }),
    { numRuns: roundsOf(8) },
  )
})

test('numbers that reveal the secret are refused', () => {
  const identity = { poolName: 'p', userId: 'u' }
  const verifier = makeVerifier(identity, 'secret', Buffer.alloc(16, 7))
  const secretExponent = Buffer.alloc(32, 9)
  const prime = getDiffieHellman('modp15').getPrime('hex')
  for (const srpA of [
    '0',
    '000',
    prime,
    (2n * BigInt(`0x${prime}`)).toString(16),
    '',
    'zz',
    'a'.repeat(771),
  ]) {
    expect(isUsableSrpA(srpA)).toBe(false)
    const challenge = { srpA, srpB: '2', secretExponent, verifier }
    const expected = expectedSignature(identity, challenge, {
      secretBlock: Buffer.alloc(0),
      timestamp: '',
    })
    expect(expected).toBeUndefined()
  }
  expect(isUsableSrpA('1')).toBe(true)
})

test('a fake verifier is stable for its seed and has the length of a real one', () => {
  const fake = makeFakeVerifier(Buffer.alloc(400, 5))
  expect(fake).toEqual(makeFakeVerifier(Buffer.alloc(400, 5)))
  expect(fake).not.toEqual(makeFakeVerifier(Buffer.alloc(400, 6)))
  expect(fake).toHaveLength(384)
})

test('timestamps are read strictly and written back the same', () => {
  fc.assert(
    fc.property(fc.date({ min: new Date(0), max: new Date('2200-01-01'), noInvalidDate: true }), (at) => {
      const written = srpTimestamp(at)
      expect(parseSrpTimestamp(written)?.getTime()).toBe(Math.floor(at.getTime() / 1000) * 1000)
    }),
  )
  for (const bad of [
    '',
    'now',
    'Sun Mar 01 04:05:06 UTC 2026',
    'Mon Mar 1 04:05:06 UTC 2026',
    'Sun Mar 1 4:05:06 UTC 2026',
    'Sun Mar 1 04:05:06 GMT 2026',
    'Mon Feb 30 04:05:06 UTC 2026',
    'Sun Mar 1 24:05:06 UTC 2026',
    'Sun Mar 1 04:05:06 UTC 2026 ',
  ]) {
    expect(parseSrpTimestamp(bad)).toBeUndefined()
  }
})

interface Vector {
  name: string
  input: Record<
    'poolName' | 'userIdForSrp' | 'password' | 'saltHex' | 'bHex' | 'secretBlockBase64' | 'timestamp',
    string
  >
  intermediate: Record<'AHex' | 'BHex' | 'verifierHex', string>
  output: { passwordClaimSignatureBase64: string }
}

function fromHex(hex: string): Buffer {
  return Buffer.from(hex.length % 2 ? `0${hex}` : hex, 'hex')
}
