/**
 * The browser's half of the sign-in proof: SRP-6a as Cognito uses it. The password never leaves this
 * file. Every number is hashed as the shortest two's-complement bytes of its value (`pad`), so leading
 * zeros vanish and a set top bit adds one: the salt too is a number.
 */

import { concat, fromBase64, fromHex, toBase64, toHex, utf8 } from './bytes.ts'

/** RFC 3526 group 15 (3072 bits). RFC 5054 pairs this prime with generator 5; Cognito uses 2. */
const modulus = BigInt(
  '0xffffffffffffffffc90fdaa22168c234c4c6628b80dc1cd129024e088a67cc74020bbea63b139b22514a08798e3404dd' +
    'ef9519b3cd3a431b302b0a6df25f14374fe1356d6d51c245e485b576625e7ec6f44c42e9a637ed6b0bff5cb6f406b7ed' +
    'ee386bfb5a899fa5ae9f24117c4b1fe649286651ece45b3dc2007cb8a163bf0598da48361c55d39a69163fa8fd24cf5f' +
    '83655d23dca3ad961c62f356208552bb9ed529077096966d670c354e4abc9804f1746c08ca18217c32905e462e36ce3b' +
    'e39e772c180e86039b2783a2ec07a28fb5c55df06f4c52c9de2bcbf6955817183995497cea956ae515d2261898fa0510' +
    '15728e5a8aaac42dad33170d04507a33a85521abdf1cba64ecfb850458dbef0a8aea71575d060c7db3970f85a6e1e4c7' +
    'abf5ae8cdb0933d71e8c94e04a25619dcee3d2261ad2ee6bf12ffa06d98a0864d87602733ec86a64521f2b18177b200c' +
    'bbe117577a615d6c770988c0bad946e208e24fa074e5ab3143db5bfce0fd108e4b82d120a93ad2caffffffffffffffff',
)
const generator = 2n
/** H(pad(modulus) | pad(generator)). */
const multiplier = BigInt('0x538282c4354742d7cbbde2359fcf67f9f5b3a6b08791e5011b43b8a5b66d9ee6')
const keyInfo = 'Caldera Derived Key'

/** The secret of one sign-in: used once, kept only in memory, and dropped with the answer. */
interface SrpSecret {
  readonly exponent: bigint
  readonly publicValue: bigint
}

/** The challenge of the service. */
interface SrpQuestion {
  /** The part of `userPoolId` after the underscore. */
  readonly poolName: string
  /** `USER_ID_FOR_SRP`: the service's name for the user, not the typed one. */
  readonly userId: string
  readonly saltHex: string
  readonly srpB: string
  /** Base64, returned unchanged. */
  readonly secretBlock: string
}

/**
 * Starts a sign-in from 32 random bytes (RFC 5054 requires 256 bits).
 *
 * @throws Error if the bytes make a useless secret, which random ones do not.
 */
export function startSrp(random: Uint8Array): SrpSecret {
  const exponent = toInteger(random)
  const publicValue = power(generator, exponent)
  if (publicValue % modulus <= 1n) throw new Error('The random bytes are not random')
  return { exponent, publicValue }
}

/** `SRP_A` as it is sent. */
export function srpA(secret: SrpSecret): string {
  return secret.publicValue.toString(16)
}

/**
 * The proof that the person knows the password: `PASSWORD_CLAIM_SIGNATURE`, base64.
 *
 * @throws Error if the service's number would reveal the password (B ≡ 0 or u = 0).
 */
export async function proveSrp(
  secret: SrpSecret,
  question: SrpQuestion,
  password: string,
  timestamp: string,
): Promise<string> {
  const key = await deriveSrpKey(secret, question, password)
  const signing = await crypto.subtle.importKey('raw', key, { name: 'HMAC', hash: 'SHA-256' }, false, [
    'sign',
  ])
  const signed = concat(
    utf8(question.poolName + question.userId),
    fromBase64(question.secretBlock),
    utf8(timestamp),
  )
  return toBase64(new Uint8Array(await crypto.subtle.sign('HMAC', signing, signed)))
}

/** The 16-byte key that both sides compute. Exported only for the test vectors. */
export async function deriveSrpKey(
  secret: SrpSecret,
  question: SrpQuestion,
  password: string,
): Promise<Uint8Array<ArrayBuffer>> {
  const theirs = toIntegerOfHex(question.srpB)
  if (theirs % modulus === 0n) throw new Error('The identity service sent an unusable number')
  const scrambler = await sha256Integer(pad(secret.publicValue), pad(theirs))
  if (scrambler === 0n) throw new Error('The identity service sent an unusable number')

  const identity = await sha256(utf8(`${question.poolName}${question.userId}:${password}`))
  const x = await sha256Integer(pad(toIntegerOfHex(question.saltHex)), identity)
  const base = theirs - ((multiplier * power(generator, x)) % modulus)
  const shared = power(((base % modulus) + modulus) % modulus, secret.exponent + scrambler * x)

  const material = await crypto.subtle.importKey('raw', pad(shared), 'HKDF', false, ['deriveBits'])
  const bits = { name: 'HKDF', hash: 'SHA-256', salt: pad(scrambler), info: utf8(keyInfo) }
  return new Uint8Array(await crypto.subtle.deriveBits(bits, material, 128))
}

/** The shortest two's-complement bytes of a non-negative number. */
export function pad(value: bigint): Uint8Array<ArrayBuffer> {
  let hex = value.toString(16)
  if (hex.length % 2) hex = `0${hex}`
  if (hex.charCodeAt(0) > 0x37) hex = `00${hex}` // the first digit is 8..f
  return fromHex(hex)
}

/** base ^ exponent mod N, with four bits of the exponent at a time, which takes a third fewer products than bit by bit. */
function power(base: bigint, exponent: bigint): bigint {
  const powers = [1n]
  for (let i = 1; i < 16; i++) powers.push(((powers[i - 1] ?? 1n) * base) % modulus)
  let result = 1n
  for (const digit of exponent.toString(16)) {
    for (let i = 0; i < 4; i++) result = (result * result) % modulus
    result = (result * (powers[Number.parseInt(digit, 16)] ?? 1n)) % modulus
  }
  return result
}

async function sha256(...parts: Uint8Array[]): Promise<Uint8Array> {
  return new Uint8Array(await crypto.subtle.digest('SHA-256', concat(...parts)))
}

async function sha256Integer(...parts: Uint8Array[]): Promise<bigint> {
  return toInteger(await sha256(...parts))
}

function toInteger(bytes: Uint8Array): bigint {
  return BigInt(`0x0${toHex(bytes)}`)
}

/** Reads hex of any length and case; leading zeros do not count. */
function toIntegerOfHex(hex: string): bigint {
  if (!/^[0-9a-fA-F]{1,1024}$/.test(hex))
    throw new Error('The identity service sent a number that is not hex')
  return BigInt(`0x${hex}`)
}
