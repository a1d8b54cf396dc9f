import { dayMs, hourMs } from '@verbatim/contract/durations.ts'
import { randomBytes } from 'node:crypto'
import type { TenantId, UserId } from '@verbatim/contract/ids.ts'
import { Failure } from '#kernel/failure.ts'
import { newId } from '#kernel/uuid.ts'
import { fingerprint } from '#platform/crypto.ts'
import { inTenant, type TenantTx } from '#platform/db.ts'
import { endSessions } from './endings.ts'
import type { Caller, Ended, IdentityContext } from './memory.ts'
import { type Outcome, refuse } from './protocol.ts'
import { recordReuse } from './reuse.ts'
import { type Grant, readAccessToken, selfServiceScope, tokenLifeSeconds } from './tokens.ts'
import { findUserById, type IdentityUser } from './users.ts'
import { mayBeVouchedFor } from './vouching.ts'

/** A sign-in lasts this long, however often it is refreshed. */
const sessionLifeMs = 12 * hourMs
/** A refresh token may be used again for this long after its exchange, because the answer may have been lost. */
const refreshGraceMs = 10_000

/** The user of a request, once its token has been checked. Their permissions are read from the database. */
export interface Verified {
  readonly tenantId: TenantId
  readonly userId: UserId
  readonly originJti: string
  readonly authTime: Date
  /** The token's scopes at the identity service itself. */
  readonly scopes: readonly string[]
}

/**
 * Checks the access token of a request, and that its session has not been ended.
 * @throws Failure `session.expired`, or `organization.closed`
 */
export async function verifyAccessToken(ctx: IdentityContext, token: string): Promise<Verified> {
  const claims = await readAccessToken(ctx, token)
  if (typeof claims === 'string') throw new Failure('session.expired')
  const { tenantId, userId, familyId, authTime, scopes } = claims
  const { families, isClosed } = await findEndedOf(ctx, tenantId)
  if (isClosed) throw new Failure('organization.closed')
  if (families.has(familyId)) throw new Failure('session.expired')
  return { tenantId, userId, originJti: familyId, authTime, scopes }
}

/** Whether a session was ended; if another process ended it, this is known within seconds. */
export async function isRevoked(
  ctx: IdentityContext,
  tenantId: TenantId,
  familyId: string,
): Promise<boolean> {
  const { families, isClosed } = await findEndedOf(ctx, tenantId)
  return isClosed || families.has(familyId)
}

/** Whether the organization is closed; if another process closed it, this is known within seconds. */
export async function isPoolClosed(ctx: IdentityContext, tenantId: TenantId): Promise<boolean> {
  return (await findEndedOf(ctx, tenantId)).isClosed
}

/** Whether a session was ended until now, here or at a user pool elsewhere: for what was given to it and is used without its token. */
export async function hasEnded(
  tx: TenantTx,
  { userId, originJti, authTime }: Pick<Verified, 'userId' | 'originJti' | 'authTime'>,
  now: Date,
): Promise<boolean> {
  const ended = await findEnded(tx, new Date(now.getTime() - sessionLifeMs))
  if (ended.some(({ id }) => id === originJti)) return true
  const elsewhere = await tx
    .selectFrom('identity_signed_out')
    .select('before')
    .where('user_id', '=', userId)
    .where('before', '>=', authTime)
    .executeTakeFirst()
  return elsewhere !== undefined
}

function findEndedOf(ctx: IdentityContext, tenantId: TenantId): Promise<Ended> {
  const now = ctx.now()
  const since = new Date(now.getTime() - (tokenLifeSeconds + 60) * 1000)
  return ctx.identity.revoked.find(tenantId, now, () =>
    inTenant(ctx.db, tenantId, async (tx) => {
      const rows = await findEnded(tx, since)
      const open = await tx.selectFrom('organization').select('closed_at').executeTakeFirst()
      const isClosed = open !== undefined && open.closed_at !== null
      return { families: new Set(rows.map((row) => row.id)), isClosed }
    }),
  )
}

/** Sessions ended since then, and provider sign-ins of users who have since become super administrators. */
function findEnded(tx: TenantTx, since: Date): Promise<{ id: string }[]> {
  const ended = tx.selectFrom('identity_family').select('id').where('revoked_at', '>=', since)
  const outgrown = tx
    .selectFrom('identity_family as family')
    .innerJoin('tenant_user as person', (join) =>
      join.onRef('person.tenant_id', '=', 'family.tenant_id').onRef('person.id', '=', 'family.user_id'),
    )
    .select('family.id')
    .where('person.role', '=', 'super_admin')
    .where('family.by_provider', '=', true)
    .where('family.expires_at', '>=', since)
  return ended.union(outgrown).execute()
}

/** How a session starts. */
interface Beginning extends Caller {
  readonly secondStep?: boolean | undefined
  readonly scope?: string
  /** When the person signed in, if that was before now. */
  readonly authTime?: Date
  /** The remembered browser of the hosted pages; the end of the session removes it. */
  readonly browser?: Buffer
  /** A provider vouched for the user. The session ends when that is no longer enough. */
  readonly byProvider?: boolean
  /** The first refresh token is handed out later, in exchange for a code. */
  readonly byCode?: boolean
}

/** Starts a session: a family of tokens, and the right to the first ones. */
export async function beginSession(
  tx: TenantTx,
  ctx: IdentityContext,
  user: IdentityUser,
  { address, agent, ...more }: Beginning,
): Promise<Grant> {
  const {
    secondStep = false,
    scope = selfServiceScope,
    authTime = ctx.now(),
    browser,
    byProvider = false,
    byCode,
  } = more
  const id = newId(ctx.now())
  await tx
    .insertInto('identity_family')
    .values({
      id,
      user_id: user.id,
      auth_time: authTime,
      expires_at: new Date(authTime.getTime() + sessionLifeMs),
      revoked_at: null,
      address: address ?? null,
      agent: agent?.slice(0, 400) ?? null,
      last_used_at: null,
      second_step: secondStep,
      scope,
      browser_hash: browser ?? null,
      by_provider: byProvider,
    })
    .execute()
  await tx.updateTable('tenant_user').set({ last_sign_in_at: authTime }).where('id', '=', user.id).execute()
  const origin = { familyId: id, authTime, scope }
  return byCode ? { user, origin } : { user, origin, refreshToken: await addRefreshToken(tx, id) }
}

interface Refreshing {
  readonly token: string
  readonly caller: Caller
}

/**
 * Exchanges a refresh token for new tokens. The token is used up, and its successor ends when the session does. If the token
 * arrives again after the grace period, someone else has it, so its session ends. Source: docs/rules/identity.md.
 */
export async function refreshSession(
  tx: TenantTx,
  ctx: IdentityContext,
  { token, caller }: Refreshing,
): Promise<Outcome<Grant>> {
  const now = ctx.now()
  const hash = fingerprint(token)
  const row = await sessionOf(tx, hash)
    .select([
      'family_id',
      'used_at',
      'user_id',
      'auth_time',
      'expires_at',
      'revoked_at',
      'scope',
      'by_provider',
    ])
    .forUpdate()
    .executeTakeFirst()
  if (!row) return refuse('refresh-invalid')
  if (row.revoked_at) return refuse('refresh-revoked')
  if (row.expires_at <= now) return refuse('refresh-expired')
  if (row.used_at && now.getTime() - row.used_at.getTime() > refreshGraceMs) {
    await endSessions(tx, ctx, { familyId: row.family_id })
    await recordReuse(tx, ctx, row.user_id, caller)
    return refuse('refresh-reused')
  }
  const user = await findUserById(tx, row.user_id)
  if (!user?.enabled) return refuse('disabled')
  if (row.by_provider && !(await mayBeVouchedFor(tx, user))) return refuse('refresh-revoked')
  const origin = { familyId: row.family_id, authTime: row.auth_time, scope: row.scope }
  await tx.updateTable('identity_family').set({ last_used_at: now }).where('id', '=', row.family_id).execute()
  await tx
    .updateTable('identity_refresh')
    .set({ used_at: now })
    .where('hash', '=', hash)
    .where('used_at', 'is', null)
    .execute()
  return { user, origin, refreshToken: await addRefreshToken(tx, row.family_id) }
}

/** The session of the refresh token with this hash. */
export const sessionOf = (tx: TenantTx, hash: Buffer) =>
  tx
    .selectFrom('identity_refresh')
    .innerJoin('identity_family', (join) =>
      join
        .onRef('identity_family.tenant_id', '=', 'identity_refresh.tenant_id')
        .onRef('identity_family.id', '=', 'identity_refresh.family_id'),
    )
    .where('hash', '=', hash)

/** Another refresh token of a session. */
export async function addRefreshToken(tx: TenantTx, familyId: string): Promise<string> {
  const token = randomBytes(64).toString('base64url')
  await tx
    .insertInto('identity_refresh')
    .values({ hash: fingerprint(token), family_id: familyId, used_at: null })
    .execute()
  return token
}

/** Removes expired sessions, failures and steps. */
export async function sweepIdentity(tx: TenantTx, now: Date): Promise<void> {
  const dayAgo = new Date(now.getTime() - dayMs)
  await tx.deleteFrom('identity_family').where('expires_at', '<', dayAgo).execute()
  await tx.deleteFrom('identity_challenge').where('expires_at', '<', now).execute()
  await tx.deleteFrom('identity_code').where('expires_at', '<', dayAgo).execute()
  await tx.deleteFrom('identity_browser').where('expires_at', '<', now).execute()
  await tx.deleteFrom('identity_reset').where('hour_from', '<', dayAgo).execute()
  await tx.deleteFrom('identity_throttle').where('failed_at', '<', dayAgo).execute()
  await tx.deleteFrom('identity_allowance').where('since', '<', dayAgo).execute()
  await tx.deleteFrom('identity_known_browser').where('known_until', '<', now).execute()
}
