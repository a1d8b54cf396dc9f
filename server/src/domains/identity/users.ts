import { randomUUID } from 'node:crypto'
import { poolNameOf, userPoolIdOf } from '@verbatim/contract/identity.ts'
import type { TenantId, UserId } from '@verbatim/contract/ids.ts'
import type { Role } from '@verbatim/contract/permissions.ts'
import type { Secrets } from '#platform/crypto.ts'
import type { TenantTx } from '#platform/db.ts'
import { destinationOf, invent, isUsername, saltOf, type Shown } from './invented-users.ts'
import { makeVerifier, type SrpIdentity } from './srp.ts'

/** A user who may sign in, with the account behind the name. */
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
  /** When the password from an administrator's invitation expires. */
  readonly temporaryUntil: Date | undefined
  readonly passwordChangedAt: Date | undefined
  /** Required by the account, or by the organization for platform users. */
  readonly mfaRequired: boolean
  readonly totpEnrolledAt: Date | undefined
  readonly totpEnabled: boolean
  readonly totpSealed: Buffer | undefined
  readonly totpPendingSealed: Buffer | undefined
  readonly salt: Buffer
  readonly verifierSealed: Buffer | undefined
}

/** What a sign-in may reveal about a name before the proof: an unknown user looks like a known one. */
export interface Candidate extends Shown {
  /** Undefined if the user does not exist. */
  readonly user: IdentityUser | undefined
}

/** Finds the user of a typed name, at the same cost whether there is one or not. Source: docs/rules/identity.md. */
export async function findCandidate(tx: TenantTx, secrets: Secrets, typed: string): Promise<Candidate> {
  const key = typed.trim().toLowerCase()
  const invented = invent(secrets, tx.tenantId, key)
  const user = await findUser(tx, key)
  if (user?.verifierSealed) {
    const verifier = secrets.unseal(user.verifierSealed, verifierPlace(user))
    return {
      username: user.username,
      salt: user.salt,
      verifier,
      destination: destinationOf(user.email),
      user,
    }
  }
  secrets.seal(invented.verifier, verifierPlace({ tenantId: tx.tenantId, username: invented.username })) // takes as long as unsealing
  return { ...invented, user: undefined }
}

/** The user with this mail address (lower case) or protocol username. */
async function findUser(tx: TenantTx, key: string): Promise<IdentityUser | undefined> {
  const row = await userRows(tx)
    .where((eb) =>
      isUsername(key)
        ? eb.or([eb('identity_user.username', '=', key), eb('tenant_user.email_key', '=', key)])
        : eb('tenant_user.email_key', '=', key),
    )
    .executeTakeFirst()
  return row && toIdentityUser(tx.tenantId, row)
}

export async function findUserById(tx: TenantTx, id: UserId): Promise<IdentityUser | undefined> {
  const row = await userRows(tx).where('identity_user.id', '=', id).executeTakeFirst()
  return row && toIdentityUser(tx.tenantId, row)
}

/** The user with this protocol username, which a pending step of a sign-in remembers. */
export async function findUserByUsername(tx: TenantTx, username: string): Promise<IdentityUser | undefined> {
  const row = await userRows(tx).where('identity_user.username', '=', username).executeTakeFirst()
  return row && toIdentityUser(tx.tenantId, row)
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

/**
 * Usernames for identity users. Each is the one that its mail address was answered with while the address was free, so
 * that a stranger cannot see accounts come and go. Where another user has that username, it is random.
 */
export async function newUsernames(
  tx: TenantTx,
  secrets: Secrets,
  ids: readonly UserId[],
): Promise<ReadonlyMap<UserId, string>> {
  const people = await tx
    .selectFrom('tenant_user')
    .select(['id', 'email_key'])
    .where((eb) => eb('id', '=', eb.fn.any(eb.val(ids))))
    .execute()
  const named = people.map(({ id, email_key }) => ({
    id,
    username: invent(secrets, tx.tenantId, email_key).username,
  }))
  const others = await tx
    .selectFrom('identity_user')
    .select(['id', 'username'])
    .where((eb) => eb('username', '=', eb.fn.any(eb.val(named.map(({ username }) => username)))))
    .execute()
  const owners = new Map(others.map(({ id, username }) => [username, id]))
  const isFree = ({ id, username }: (typeof named)[number]) => (owners.get(username) ?? id) === id
  return new Map(named.map((one) => [one.id, isFree(one) ? one.username : randomUUID()]))
}

/** The salt and sealed verifier of a password. */
export function sealPassword(
  secrets: Secrets,
  { tenantId, username }: Pick<IdentityUser, 'tenantId' | 'username'>,
  password: string,
): { salt: Buffer; verifier_sealed: Buffer } {
  const salt = saltOf(secrets, tenantId, username)
  const verifier = makeVerifier(srpIdentityOf(tenantId, username), password, salt)
  return { salt, verifier_sealed: secrets.seal(verifier, verifierPlace({ tenantId, username })) }
}

export function srpIdentityOf(tenantId: TenantId, username: string): SrpIdentity {
  return { poolName: poolNameOf(userPoolIdOf(tenantId)), userId: username }
}

export function verifierPlace({ tenantId, username }: Pick<IdentityUser, 'tenantId' | 'username'>) {
  return { tenantId, table: 'identity_user.verifier_sealed', id: username }
}
