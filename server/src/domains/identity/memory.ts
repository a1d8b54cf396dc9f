import type { ServerMetadata } from 'openid-client'
import type { TenantId } from '@verbatim/contract/ids.ts'
import type { Via } from '#kernel/actor.ts'
import type { Secrets } from '#platform/crypto.ts'
import type { Db } from '#platform/db.ts'
import type { Log } from '#platform/log.ts'
import { networkOf } from '#platform/network-of.ts'
import { type RateWindow, rateWindow } from '#platform/rate-window.ts'
import { type Remembered, rememberEach } from '#platform/remember.ts'
import { type KeyPair, makeKeyPair, type SigningKeys } from './keys.ts'
import { refuse } from './protocol.ts'

/** What sign-in needs of the world. */
export interface IdentityContext {
  readonly db: Db
  readonly now: () => Date
  readonly secrets: Secrets
  readonly log: Log
  readonly identity: IdentityMemory
}

/** Who asks, as far as the connection tells. */
export interface Caller {
  readonly address: string | undefined
  readonly agent: string | undefined
  /** The browser, where the call came by one: it may be known. */
  readonly device?: {
    /** Of what its cookie holds. */
    readonly hash: Buffer
    /** Has it hold that, from the answer on. */
    readonly keep: () => void
  }
}

/** Who asks, as the audit trail keeps it. */
export const viaOf = ({ address, agent }: Caller): Via => ({
  requestId: undefined,
  address,
  agent: agent?.slice(0, 400),
})

/** What no token opens any more: sessions that were ended, or all of them. */
export interface Ended {
  readonly families: Set<string>
  /** The organization is closed. */
  readonly isClosed: boolean
}

/**
 * What one process remembers of the pools, and may forget at any time. Made once per process, and given to
 * everything that signs people in or lets them pass.
 */
export interface IdentityMemory {
  /** The common start of every pool's issuer, without a slash at the end: `{issuerBase}/{userPoolId}`. */
  readonly issuerBase: string
  /** Where the organization with this host label opens the product; for links in mails. */
  readonly addressOf: (hostLabel: string) => string
  readonly keys: Remembered<TenantId, SigningKeys>
  readonly makeKeyPair: () => Promise<KeyPair>
  /** Sessions that were ended while their access tokens still live. */
  readonly revoked: Remembered<TenantId, Ended>
  /** What providers of single sign-on say of themselves, by issuer. */
  readonly providers: Map<string, { readonly metadata: ServerMetadata; readonly until: Date }>
  /** Sign-ins begun from one address. */
  readonly perAddress: RateWindow
  /** Sign-ins begun at all: each costs some 2 ms of one core. */
  readonly overall: RateWindow
}

export interface IdentityLimits {
  /** A whole office may begin its day behind one address; guessing at one account meets its lockout long before. */
  readonly signInsPerAddressAndMinute?: number
  readonly signInsPerSecond?: number
}

export interface IdentityOptions extends IdentityLimits {
  /** For tests, which make more organizations in a minute than an installation in its life. */
  readonly makeKeyPair?: () => Promise<KeyPair>
  readonly addressOf?: (hostLabel: string) => string
}

/** An ended session's access tokens are refused after this long at the latest, in every process. */
const denyListMs = 3_000
/** How long a process trusts the keys that it has read; shorter by far than two of them overlap. */
const keysMs = 5 * 60_000
const leastPools = 10_000

export function openIdentity(issuerBase: string, options: IdentityOptions = {}): IdentityMemory {
  const { signInsPerAddressAndMinute = 120, signInsPerSecond = 60 } = options
  return {
    issuerBase,
    addressOf: options.addressOf ?? (() => new URL(issuerBase).origin),
    keys: rememberEach({ ms: keysMs, least: leastPools }),
    makeKeyPair: options.makeKeyPair ?? makeKeyPair,
    revoked: rememberEach({ ms: denyListMs, least: leastPools }),
    providers: new Map(),
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

/** What `admitCaller` asks, as an answer. */
export function isAdmitted(
  { identity, now }: Pick<IdentityContext, 'identity' | 'now'>,
  { address = '' }: Caller,
): boolean {
  const at = now()
  return identity.perAddress.take(networkOf(address), at) && identity.overall.take('', at)
}
