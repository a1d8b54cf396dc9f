import { createDiffieHellman, createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { srpTimestamp } from '@verbatim/contract/identity.ts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fromHex, toBase64, toHex } from './bytes.ts'
import { deriveSrpKey, pad, proveSrp, srpA, startSrp } from './srp.ts'

const vectorsFile = new URL('../../../shared/reference/srp-vectors.json', import.meta.url)
const present = existsSync(vectorsFile)
const known = present ? JSON.parse(readFileSync(vectorsFile, 'utf8')) : { vectors: [], timestamps: [] }

describe.skipIf(!present)('the vectors of ../shared/reference/srp-vectors.json', () => {
  test.each(known.vectors as Vector[])('$name', async ({ input, intermediate, output }) => {
    const secret = startSrp(fromHex(input.aHex.padStart(input.aHex.length + (input.aHex.length % 2), '0')))
    expect(srpA(secret)).toBe(intermediate.AHex)
    const question = {
      poolName: input.poolName,
      userId: input.userIdForSrp,
      saltHex: input.saltHex,
      srpB: intermediate.BHex,
      secretBlock: input.secretBlockBase64,
    }
    expect(toHex(await deriveSrpKey(secret, question, input.password))).toBe(intermediate.hkdfKeyHex)
    expect(await proveSrp(secret, question, input.password, input.timestamp)).toBe(
      output.passwordClaimSignatureBase64,
    )
    const shouted = { ...question, saltHex: input.saltHex.toUpperCase(), srpB: `00${intermediate.BHex}` }
    expect(await proveSrp(secret, shouted, input.password, input.timestamp)).toBe(
      output.passwordClaimSignatureBase64,
    )
  })

  test.each(known.timestamps as { iso: string; text: string }[])('writes $iso as $text', ({ iso, text }) => {
    expect(srpTimestamp(new Date(iso))).toBe(text)
  })
})

test('a number is hashed as its shortest two’s-complement bytes', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 1n << 520n }), (value) => {
      const bytes = pad(value)
      expect(BigInt(`0x${toHex(bytes)}`)).toBe(value)
      expect(bytes[0]! < 0x80).toBe(true)
      if (bytes.length > 1 && bytes[0] === 0) expect(bytes[1]! >= 0x80).toBe(true)
    }),
  )
})

test('SRP_A is g to the secret exponent, as OpenSSL computes it', { tags: ['whole'] }, () => {
  const prime = Buffer.from(primeHex(), 'hex')
  const peer = createDiffieHellman(prime, 2)
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 32, maxLength: 32 }), (random) => {
      fc.pre(random.some((byte) => byte !== 0 && byte !== 1))
      peer.setPrivateKey(random)
      peer.generateKeys()
      expect(BigInt(`0x${srpA(startSrp(random))}`)).toBe(BigInt(`0x${peer.getPublicKey('hex')}`))
    }),
    { numRuns: 25 },
  )
})

test('a server that sends B ≡ 0 or no hex at all gets no proof', async () => {
  const secret = startSrp(createHash('sha256').update('a').digest())
  const question = { poolName: 'p', userId: 'u', saltHex: '01', secretBlock: toBase64(new Uint8Array(32)) }
  for (const srpB of ['0', '00', primeHex(), 'zz', '', '1'.repeat(1025)]) {
    await expect(
      proveSrp(secret, { ...question, srpB }, 'password', srpTimestamp(new Date(0))),
    ).rejects.toThrow(/identity service sent/)
  }
})

test('random bytes that are not random are refused', () => {
  expect(() => startSrp(new Uint8Array(32))).toThrow()
})

test('the timestamp is English UTC with the day unpadded', () => {
  expect(srpTimestamp(new Date('2026-03-01T04:05:06.789Z'))).toBe('Sun Mar 1 04:05:06 UTC 2026')
  expect(srpTimestamp(new Date('2026-11-21T23:59:59Z'))).toBe('Sat Nov 21 23:59:59 UTC 2026')
})

interface Vector {
  name: string
  input: Record<
    'poolName' | 'userIdForSrp' | 'password' | 'saltHex' | 'aHex' | 'secretBlockBase64' | 'timestamp',
    string
  >
  intermediate: Record<'AHex' | 'BHex' | 'hkdfKeyHex', string>
  output: { passwordClaimSignatureBase64: string }
}

/** The prime of RFC 3526 group 15 from its own definition: 2^3072 - 2^3008 - 1 + 2^64 · (⌊2^2942 π⌋ + 1690314). */
function primeHex(): string {
  const pi = (bits: bigint) => {
    const one = 1n << (bits + 64n)
    const arctan = (x: bigint) => {
      let [sum, term] = [0n, one / x]
      for (let n = 1n; term !== 0n; n += 2n, term /= x * x) sum += n % 4n === 1n ? term / n : -term / n
      return sum
    }
    return (4n * (4n * arctan(5n) - arctan(239n))) >> 64n
  }
  return ((1n << 3072n) - (1n << 3008n) - 1n + (1n << 64n) * (pi(2942n) + 1690314n)).toString(16)
}
