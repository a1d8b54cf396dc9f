import type { ServerMetadata } from 'openid-client'
import type { TenantId } from '@verbatim/contract/ids.ts'
import type { Addresses } from '#domains/organizations/address.ts'
import type { Via } from '#kernel/actor.ts'
import type { Secrets } from '#platform/crypto.ts'
import type { DbContext } from '#platform/db.ts'
import type { Log } from '#platform/log.ts'
import { networkOf } from '#platform/network-of.ts'
import { type RateWindow, rateWindow } from '#platform/rate-window.ts'
import { type Remembered, rememberEach } from '#platform/remember.ts'
import { type KeyPair, makeKeyPair, type SigningKeys } from './keys.ts'
import { refuse } from './protocol.ts'

/** The dependencies of sign-in. */
export interface IdentityContext extends DbContext {
  readonly secrets: Secrets
  readonly log: Log
  readonly identity: IdentityMemory
}

/** What the connection shows about the caller. */
export interface Caller {
  readonly address: string | undefined
  readonly agent: string | undefined
  /** The browser, if the call came from one: it may be known. */
  readonly device?: {
    /** The value of its cookie. */
    readonly hash: Buffer
    /** Sets the cookie, with the answer. */
    readonly keep: () => void
  }
}

/** The caller, for the audit trail. */
export const viaOf = ({ address, agent }: Caller): Via => ({
  requestId: undefined,
  address,
  agent: agent?.slice(0, 400),
})

/** Sessions whose tokens no longer work: single sessions, or all of a closed organization. */
export interface Ended {
  readonly families: Set<string>
  /** The organization is closed. */
  readonly isClosed: boolean
}

/**
 * What a process remembers of the pools; it may be forgotten at any time. Made once per process, and passed to all code that
 * signs users in or checks tokens.
 */
export interface IdentityMemory {
  /** The common start of every pool's issuer, without a slash at the end: `{issuerBase}/{userPoolId}`. */
  readonly issuerBase: string
  /** For links in mails. */
  readonly addresses: Addresses
  readonly keys: Remembered<TenantId, SigningKeys>
  readonly makeKeyPair: () => Promise<KeyPair>
  /** Ended sessions whose access tokens have not expired yet. */
  readonly revoked: Remembered<TenantId, Ended>
  /** The metadata of single sign-on providers, by issuer. */
  readonly providers: Remembered<string, ServerMetadata>
  /** Sign-ins started from one address. */
  readonly perAddress: RateWindow
  /** All sign-ins that were started: each costs some 2 ms of one core. */
  readonly overall: RateWindow
}

export interface IdentityLimits {
  /** A whole office may sign in from one address in the morning; guessing at one account is locked out long before. */
  readonly signInsPerAddressAndMinute?: number
  readonly signInsPerSecond?: number
}

export interface IdentityOptions extends IdentityLimits {
  /** For tests, which create more organizations in a minute than an installation ever does. */
  readonly makeKeyPair?: () => Promise<KeyPair>
  readonly addresses?: Addresses
}

/** An ended session's access tokens are refused after this long at the latest, in every process. */
const denyListMs = 3_000
/** How long a process trusts the keys that it has read; much shorter than the overlap of two keys. */
const keysMs = 5 * 60_000
const leastPools = 10_000
const providersMs = 5 * 60_000
const leastProviders = 500

export function openIdentity(issuerBase: string, options: IdentityOptions = {}): IdentityMemory {
  const { signInsPerAddressAndMinute = 120, signInsPerSecond = 60 } = options
  return {
    issuerBase,
    addresses: options.addresses ?? { publicBaseUrl: issuerBase, mainDomain: '' },
    keys: rememberEach({ ms: keysMs, least: leastPools }),
    makeKeyPair: options.makeKeyPair ?? makeKeyPair,
    revoked: rememberEach({ ms: denyListMs, least: leastPools }),
    providers: rememberEach({ ms: providersMs, least: leastProviders }),
    perAddress: rateWindow({ limit: signInsPerAddressAndMinute, windowMs: 60_000 }),
    overall: rateWindow({ limit: signInsPerSecond, windowMs: 1_000 }),
  }
}

/**
 * Counts a call that needs much processor time. A call beyond its address's limit does not count against the common limit:
 * otherwise one address could keep all others out.
 * @throws IdentityError TooManyRequestsException
 */
export function admitCaller(ctx: Pick<IdentityContext, 'identity' | 'now'>, caller: Caller): void {
  if (!isAdmitted(ctx, caller)) throw refuse('too-many')
}

/** The same check as `admitCaller`, as a value. */
export function isAdmitted(
  { identity, now }: Pick<IdentityContext, 'identity' | 'now'>,
  { address = '' }: Caller,
): boolean {
  const at = now()
  return identity.perAddress.take(networkOf(address), at) && identity.overall.take('', at)
}
