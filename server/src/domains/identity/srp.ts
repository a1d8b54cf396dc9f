import { createHash, createHmac, DiffieHellman, getDiffieHellman, hkdfSync } from 'node:crypto'

/**
 * The server's half of the sign-in proof: SRP-6a as Cognito uses it. OpenSSL computes the powers (constant
 * time in the exponent, a fifth of BigInt's time). There is one stateful object, so each power is one
 * synchronous step. `createDiffieHellman(prime)` would test the prime for 1.7 s on Node 24; the built-in group
 * of the same prime needs no test, and a method of the general class sets its private key.
 */
const group = getDiffieHellman('modp15')
const modulusBytes = group.getPrime()
const modulus = toInteger(modulusBytes)
/** H(pad(modulus) | pad(generator)). */
const multiplier = toInteger(sha256(pad(modulus), Buffer.from([2])))

/** The owner of a verifier. If either part changes, every verifier of the pool becomes invalid. */
export interface SrpIdentity {
  /** The part of `userPoolId` after the underscore. */
  readonly poolName: string
  readonly userId: string
}

/** The state of a sign-in that the server keeps between its two calls. */
interface SrpChallenge {
  readonly srpA: string
  readonly srpB: string
  /** b: 32 random bytes, never used twice. */
  readonly secretExponent: Buffer
  readonly verifier: Buffer
}

interface SrpProof {
  readonly secretBlock: Buffer
  readonly timestamp: string
}

/** v = g^x mod N, stored instead of the password. */
export function makeVerifier(identity: SrpIdentity, password: string, salt: Buffer): Buffer {
  const inner = sha256(`${identity.poolName}${identity.userId}:${password}`)
  return raiseGenerator(sha256(pad(toInteger(salt)), inner))
}

/** A verifier without a password; a square, like every real one. It takes two products and no power: see docs/rules/identity.md. */
export function makeFakeVerifier(seed: Buffer): Buffer {
  const root = toInteger(seed) % modulus
  return toBytes((root * root) % modulus)
}

/** B = k·v + g^b mod N, hex. */
export function makeSrpB(verifier: Buffer, secretExponent: Buffer): string {
  const sum = multiplier * toInteger(verifier) + toInteger(raiseGenerator(secretExponent))
  return (sum % modulus).toString(16)
}

/**
 * Whether SRP_A may be used. Checks the length first: reading a number of megabytes takes seconds. A ≡ 0 makes the shared secret
 * 0 for everyone, so its sender would need no password.
 */
export function isUsableSrpA(srpA: string): boolean {
  return /^[0-9a-fA-F]{1,770}$/.test(srpA) && toIntegerOfHex(srpA) % modulus !== 0n
}

/**
 * The signature of a client that knows the password.
 *
 * @returns undefined if no signature is possible: A or the base is 0, 1 or -1 modulo N.
 */
export function expectedSignature(
  identity: SrpIdentity,
  challenge: SrpChallenge,
  proof: SrpProof,
): Buffer | undefined {
  const key = deriveKey(challenge)
  if (!key) return undefined
  return createHmac('sha256', key)
    .update(identity.poolName + identity.userId)
    .update(proof.secretBlock)
    .update(proof.timestamp)
    .digest()
}

/** The 16-byte key both sides arrive at: HKDF of S = (A · v^u)^b. */
function deriveKey({ srpA, srpB, secretExponent, verifier }: SrpChallenge): Buffer | undefined {
  if (!isUsableSrpA(srpA)) return undefined
  const theirs = toIntegerOfHex(srpA)
  const scrambler = sha256(pad(theirs), pad(toIntegerOfHex(srpB)))
  const masked = raise(verifier, scrambler)
  if (!masked) return undefined
  const shared = raise(toBytes((theirs * toInteger(masked)) % modulus), secretExponent)
  if (!shared) return undefined
  const salt = pad(toInteger(scrambler))
  return Buffer.from(hkdfSync('sha256', pad(toInteger(shared)), salt, 'Caldera Derived Key', 16))
}

function raiseGenerator(exponent: Buffer): Buffer {
  setExponent(exponent)
  return group.generateKeys()
}

/** base ^ exponent mod N; undefined for the bases OpenSSL refuses (0, 1, N-1, N). */
function raise(base: Buffer, exponent: Buffer): Buffer | undefined {
  setExponent(exponent)
  try {
    return group.computeSecret(base)
  } catch {
    return undefined
  }
}

// oxlint-disable-next-line typescript/unbound-method -- borrowed on purpose, and called with its `this`
const setPrivateKey: (this: unknown, key: Buffer) => void = DiffieHellman.prototype.setPrivateKey

function setExponent(exponent: Buffer): void {
  setPrivateKey.call(group, exponent)
}

/** The shortest two's-complement bytes of a non-negative number: the form in which numbers are hashed. */
function pad(value: bigint): Buffer {
  const hex = value.toString(16)
  const even = hex.length % 2 ? `0${hex}` : hex
  return Buffer.from(even.charCodeAt(0) > 0x37 ? `00${even}` : even, 'hex') // the first digit is 8..f
}

function toBytes(value: bigint): Buffer {
  return Buffer.from(value.toString(16).padStart(modulusBytes.length * 2, '0'), 'hex')
}

function toInteger(bytes: Uint8Array): bigint {
  return BigInt(`0x0${Buffer.from(bytes).toString('hex')}`)
}

function toIntegerOfHex(hex: string): bigint {
  return BigInt(`0x${hex}`)
}

function sha256(...parts: (Uint8Array | string)[]): Buffer {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part)
  return hash.digest()
}
