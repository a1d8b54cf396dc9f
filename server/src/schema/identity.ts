import type { UserId } from '@verbatim/contract/ids.ts'
import type { Generated, JSONColumnType } from 'kysely'
import type { JWK } from 'jose'
import type { TenantRow } from './tenant-row.ts'

/** A user's sign-in data. */
interface IdentityUserTable extends TenantRow {
  id: UserId
  /** The user's name in the identity protocol: random, and immutable because verifiers are bound to it. */
  username: string
  status: 'CONFIRMED' | 'FORCE_CHANGE_PASSWORD' | 'RESET_REQUIRED'
  salt: Buffer
  verifier_sealed: Buffer | null
  password_changed_at: Date | null
  mfa_required: Generated<boolean>
  totp_enabled: Generated<boolean>
  totp_sealed: Buffer | null
  totp_pending_sealed: Buffer | null
  /** 30-second steps since 1970; a string, because PostgreSQL's bigint arrives as one. */
  totp_last_step: Generated<string>
  created_at: Date
  temporary_until: Date | null
  totp_enrolled_at: Date | null
}

/** A step of a sign-in that waits for its answer. */
interface IdentityChallengeTable extends TenantRow {
  hash: Buffer
  kind: string
  username: string
  sealed: Buffer
  tries: Generated<number>
  expires_at: Date
}

/** One sign-in, with the tokens issued for it. */
interface IdentityFamilyTable extends TenantRow {
  id: string
  user_id: UserId
  auth_time: Date
  expires_at: Date
  revoked_at: Date | null
  address: string | null
  agent: string | null
  last_used_at: Date | null
  second_step: Generated<boolean>
  /** The scopes of every access token of the session. */
  scope: Generated<string>
  /** The browser that it came from, as the hosted pages remember it. */
  browser_hash: Buffer | null
  /** Started through the organization's provider, without a password. */
  by_provider: Generated<boolean>
}

/** Requests and attempts to reset a password, by place and username (which may not exist). */
interface IdentityResetTable extends TenantRow {
  username: string
  place: string
  device_hash: Buffer | null
  code_hash: Buffer | null
  long_hash: Buffer | null
  expires_at: Date
  tries: Generated<number>
  requests: Generated<number>
  hour_from: Date
}

/** Each works once, in place of an authenticator's code. */
interface IdentityRecoveryCodeTable extends TenantRow {
  user_id: UserId
  hash: Buffer
  used_at: Date | null
}

interface IdentityRefreshTable extends TenantRow {
  hash: Buffer
  family_id: string
  used_at: Date | null
}

/** The attempts on a username, which may not exist, from all unknown places together. */
interface IdentityAllowanceTable extends TenantRow {
  username: string
  kind: string
  since: Date
  used: number
}

/** Browsers that a person has signed in with. */
interface IdentityKnownBrowserTable extends TenantRow {
  username: string
  hash: Buffer
  known_until: Date
}

/** Failed attempts by place (an address, a known browser or a step) and username, which may not exist. */
interface IdentityThrottleTable extends TenantRow {
  username: string
  place: string
  fails: number
  locked_until: Date | null
  failed_at: Date
}

interface IdentityKeyTable extends TenantRow {
  kid: string
  purpose: 'id' | 'access'
  public_jwk: JSONColumnType<JWK>
  private_sealed: Buffer
  signs_from: Date
  retires_at: Date | null
}

/** The tables of this file, by their SQL names. */
export interface IdentityTables {
  identity_challenge: IdentityChallengeTable
  identity_family: IdentityFamilyTable
  identity_key: IdentityKeyTable
  identity_recovery_code: IdentityRecoveryCodeTable
  identity_refresh: IdentityRefreshTable
  identity_reset: IdentityResetTable
  identity_allowance: IdentityAllowanceTable
  identity_known_browser: IdentityKnownBrowserTable
  identity_throttle: IdentityThrottleTable
  identity_user: IdentityUserTable
}
