import { randomBytes, randomUUID } from 'node:crypto'
import { poolNameOf, userPoolIdOf } from '@verbatim/contract/identity.ts'
import type { TenantId, UserId } from '@verbatim/contract/ids.ts'
import type { Role } from '@verbatim/contract/permissions.ts'
import type { Secrets } from '#platform/crypto.ts'
import type { TenantTx } from '#platform/db.ts'
import { makeFakeVerifier, makeVerifier, type SrpIdentity } from './srp.ts'

/** Somebody who may sign in, with the account behind the name. */
export interface IdentityUser {
  readonly tenantId: TenantId
  readonly id: UserId
  readonly username: string
  readonly email: string
  readonly firstName: string
  readonly lastName: string
  readonly role: Role
  readonly enabled: boolean
  readonly status: 'CONFIRMED' | 'FORCE_CHANGE_PASSWORD' | 'RESET_REQUIRED'
  /** A password that an administrator's invitation carried opens nothing from then on. */
  readonly temporaryUntil: Date | undefined
  readonly passwordChangedAt: Date | undefined
  /** By the account, or by the organization for platform users. */
  readonly mfaRequired: boolean
  readonly totpEnrolledAt: Date | undefined
  readonly totpEnabled: boolean
  readonly totpSealed: Buffer | undefined
  readonly totpPendingSealed: Buffer | undefined
  readonly salt: Buffer
  readonly verifierSealed: Buffer | undefined
}

/** Whoever a name stands for, as far as a sign-in may tell before the proof: nobody looks like somebody. */
export interface Candidate {
  readonly username: string
  readonly salt: Buffer
  readonly verifier: Buffer
  /** Undefined for nobody. */
  readonly user: IdentityUser | undefined
}

/**
 * Finds whom a typed name stands for. Nobody gets a username, salt and verifier that stay the same for the
 * name, at the same cost. Source: rules R4, R5.
 */
export async function findCandidate(
  tx: TenantTx,
  secrets: Secrets,
  tenantId: TenantId,
  typed: string,
): Promise<Candidate> {
  const key = typed.trim().toLowerCase()
  const user = await findUser(tx, tenantId, key)
  if (user?.verifierSealed) {
    const verifier = secrets.unseal(user.verifierSealed, verifierPlace(user))
    return { username: user.username, salt: user.salt, verifier, user }
  }
  const bytes = secrets.derive(`identity: nobody ${tenantId}`, key, 32 + 400)
  return {
    username: toUuid(bytes.subarray(0, 16)),
    salt: bytes.subarray(16, 32),
    verifier: makeFakeVerifier(bytes.subarray(32)),
    user: undefined,
  }
}

const isUuid = (text: string) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text)

/** By mail address (lower case) or by the protocol's username. */
async function findUser(tx: TenantTx, tenantId: TenantId, key: string): Promise<IdentityUser | undefined> {
  const row = await userRows(tx)
    .where((eb) =>
      isUuid(key)
        ? eb.or([eb('identity_user.username', '=', key), eb('tenant_user.email_key', '=', key)])
        : eb('tenant_user.email_key', '=', key),
    )
    .executeTakeFirst()
  return row && toIdentityUser(tenantId, row)
}

export async function findUserById(
  tx: TenantTx,
  tenantId: TenantId,
  id: UserId,
): Promise<IdentityUser | undefined> {
  const row = await userRows(tx).where('identity_user.id', '=', id).executeTakeFirst()
  return row && toIdentityUser(tenantId, row)
}

/** By the protocol's username alone: what a waiting step of a sign-in remembers. */
export async function findUserByUsername(
  tx: TenantTx,
  tenantId: TenantId,
  username: string,
): Promise<IdentityUser | undefined> {
  const row = await userRows(tx).where('identity_user.username', '=', username).executeTakeFirst()
  return row && toIdentityUser(tenantId, row)
}

function userRows(tx: TenantTx) {
  return tx
    .selectFrom('identity_user')
    .innerJoin('tenant_user', (join) =>
      join
        .onRef('tenant_user.tenant_id', '=', 'identity_user.tenant_id')
        .onRef('tenant_user.id', '=', 'identity_user.id'),
    )
    .innerJoin('organization', 'organization.tenant_id', 'identity_user.tenant_id')
    .selectAll('identity_user')
    .select('organization.requires_second_step')
    .select(['tenant_user.email', 'tenant_user.first_name', 'tenant_user.last_name'])
    .select(['tenant_user.role', 'tenant_user.enabled'])
}

type UserRow = Awaited<ReturnType<ReturnType<typeof userRows>['executeTakeFirstOrThrow']>>

function toIdentityUser(tenantId: TenantId, row: UserRow): IdentityUser {
  return {
    tenantId,
    id: row.id,
    username: row.username,
    email: row.email,
    firstName: row.first_name,
    lastName: row.last_name,
    role: row.role,
    enabled: row.enabled,
    status: row.status,
    temporaryUntil: row.temporary_until ?? undefined,
    passwordChangedAt: row.password_changed_at ?? undefined,
    mfaRequired: row.mfa_required || (row.requires_second_step && row.role !== 'none'),
    totpEnrolledAt: row.totp_enrolled_at ?? undefined,
    totpEnabled: row.totp_enabled,
    totpSealed: row.totp_sealed ?? undefined,
    totpPendingSealed: row.totp_pending_sealed ?? undefined,
    salt: row.salt,
    verifierSealed: row.verifier_sealed ?? undefined,
  }
}

/** Whether a provider's word is enough for somebody. Whoever may set the provider must not become one of these. */
export const mayBeVouchedFor = ({ role }: Pick<IdentityUser, 'role'>) => role !== 'super_admin'

/** A name for an identity user that says nothing of when or for whom it was made. */
export const newUsername = () => randomUUID()

/** The salt and sealed verifier of a password; a new salt each time. */
export function sealPassword(
  secrets: Secrets,
  { tenantId, username }: Pick<IdentityUser, 'tenantId' | 'username'>,
  password: string,
): { salt: Buffer; verifier_sealed: Buffer } {
  const salt = randomBytes(16)
  const verifier = makeVerifier(srpIdentityOf(tenantId, username), password, salt)
  return { salt, verifier_sealed: secrets.seal(verifier, verifierPlace({ tenantId, username })) }
}

export function srpIdentityOf(tenantId: TenantId, username: string): SrpIdentity {
  return { poolName: poolNameOf(userPoolIdOf(tenantId)), userId: username }
}

export function verifierPlace({ tenantId, username }: Pick<IdentityUser, 'tenantId' | 'username'>) {
  return { tenantId, table: 'identity_user.verifier_sealed', id: username }
}

function toUuid(bytes: Buffer): string {
  const marked = Buffer.from(bytes)
  marked[6] = ((marked[6] ?? 0) & 0x0f) | 0x40
  marked[8] = ((marked[8] ?? 0) & 0x3f) | 0x80
  return marked.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
