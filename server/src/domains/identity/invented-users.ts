import type { TenantId } from '@verbatim/contract/ids.ts'
import type { Secrets } from '#platform/crypto.ts'
import { makeFakeVerifier } from './srp.ts'

/** The values that a sign-in gets for a name before the proof. */
export interface Shown {
  readonly username: string
  readonly salt: Buffer
  readonly verifier: Buffer
  /** The destination of a code, as it is shown. */
  readonly destination: string
}

/**
 * An invented account for a name that has none. Its values stay the same for the name, and do not depend on whether the name
 * is a mail address or the username given for it, just as for real users: the username holds, encrypted, the letters that a
 * destination shows, and everything else follows from it. So every random username belongs to an account.
 * Source: docs/rules/identity.md.
 */
export function invent(secrets: Secrets, tenantId: TenantId, name: string): Shown {
  const isNamed = !isUsername(name)
  const username = isNamed ? usernameFor(secrets, tenantId, name) : name
  return {
    username,
    salt: saltOf(secrets, tenantId, username),
    verifier: makeFakeVerifier(secrets.derive(`identity: nobody’s verifier ${tenantId}`, username, 400)),
    destination: isNamed
      ? destinationOf(mailAddressLike(secrets, tenantId, name))
      : destinationIn(secrets, tenantId, username),
  }
}

/** The salt of a username's verifier. Like an invented one, it stays the same after a change of password. */
export function saltOf(secrets: Secrets, tenantId: TenantId, username: string): Buffer {
  return secrets.derive(`identity: salt ${tenantId}`, username, 16)
}

/** `a***@e***`, as in the protocol. It shows the first letter or digit, or a placeholder for any other character. */
export function destinationOf(mailAddress: string): string {
  const [local = '', domain = ''] = mailAddress.toLowerCase().split('@')
  return masked(letters.indexOf(shownLetter(local)), letters.indexOf(shownLetter(domain)))
}

/** The form of every username: random, as RFC 9562 writes it. */
export const isUsername = (name: string) =>
  /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/.test(name)

const letters = 'abcdefghijklmnopqrstuvwxyz0123456789*'
const shownLetter = (text: string) => (/^[a-z0-9]/.exec(text) ?? ['*'])[0]
const masked = (local: number, domain: number) => `${letters.charAt(local)}***@${letters.charAt(domain)}***`

/** A name that is not a mail address gets the answers of an unknown one. */
function mailAddressLike(secrets: Secrets, tenantId: TenantId, name: string): string {
  const [local, domain] = name.split('@')
  if (local && domain) return name
  const [first = 0, second = 0] = secrets.derive(`identity: nobody’s address ${tenantId}`, name, 2)
  return `${letters.charAt(first % 26)}@${letters.charAt(second % 26)}`
}

/** A username has 122 free bits. Some of them encode the destination to show; the others are the name's own. */
const shownBits = 11n
const ownBits = 122n - shownBits

function usernameFor(secrets: Secrets, tenantId: TenantId, name: string): string {
  const destination = destinationOf(mailAddressLike(secrets, tenantId, name))
  const [local, domain] = [destination.charAt(0), destination.charAt(5)]
  const shown = BigInt(letters.indexOf(local) * letters.length + letters.indexOf(domain))
  const own = toInteger(secrets.derive(`identity: nobody ${tenantId}`, name, 16)) & mask(ownBits)
  return toUsername(permute(secrets, tenantId, (shown << ownBits) | own, [0, 1, 2, 3]))
}

function destinationIn(secrets: Secrets, tenantId: TenantId, username: string): string {
  const shown = Number(permute(secrets, tenantId, toFreeBits(username), [3, 2, 1, 0]) >> ownBits)
  return masked(Math.floor(shown / letters.length) % letters.length, shown % letters.length)
}

const halfBits = 61n

/** A Feistel network of four rounds: an unpredictable permutation, undone by the rounds in reverse order. */
function permute(secrets: Secrets, tenantId: TenantId, bits: bigint, rounds: readonly number[]): bigint {
  let [left, right] = [bits >> halfBits, bits & mask(halfBits)]
  if (rounds[0] !== 0) [left, right] = [right, left]
  for (const round of rounds) {
    const turned = secrets.derive(`identity: nobody’s name ${tenantId} ${round}`, right.toString(16), 8)
    ;[left, right] = [right, left ^ (toInteger(turned) & mask(halfBits))]
  }
  if (rounds[0] !== 0) [left, right] = [right, left]
  return (left << halfBits) | right
}

const mask = (bits: bigint) => (1n << bits) - 1n
const toInteger = (bytes: Uint8Array) => BigInt(`0x${Buffer.from(bytes).toString('hex')}`)

/** 48 free bits, the version, 12 more, the variant, and the last 62. */
function toUsername(bits: bigint): string {
  const hex = (part: bigint, length: number) => part.toString(16).padStart(length, '0')
  const [first, middle, last] = [bits >> 74n, (bits >> 62n) & mask(12n), bits & mask(62n)]
  const text = `${hex(first, 12)}4${hex(middle, 3)}${hex((2n << 62n) | last, 16)}`
  return text.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

function toFreeBits(username: string): bigint {
  const hex = username.replaceAll('-', '')
  const [first, middle, last] = [hex.slice(0, 12), hex.slice(13, 16), hex.slice(16)].map((part) =>
    BigInt(`0x${part}`),
  )
  return ((first ?? 0n) << 74n) | ((middle ?? 0n) << 62n) | ((last ?? 0n) & mask(62n))
}
