import type { TenantId } from '@verbatim/contract/ids.ts'
import { sameSecret } from '#platform/crypto.ts'
import { inTenant, type TenantTx } from '#platform/db.ts'
import { setPassword } from './commands.ts'
import { clearFailures, sessionPlace } from './lockout.ts'
import type { Caller, IdentityContext } from './memory.ts'
import {
  type AssociateSoftwareToken,
  type ChangePassword,
  type Outcome,
  refuse,
  type SetUserMFAPreference,
  type VerifySoftwareToken,
} from './protocol.ts'
import {
  confirmInSignIn,
  enrolInSignIn,
  keepAuthenticator,
  refuseWeakPassword,
  tellOfAuthenticator,
  totpPlace,
} from './second-step.ts'
import { tenantOfSession } from './challenges.ts'
import { endSessions } from './endings.ts'
import { isPoolClosed, isRevoked } from './sessions.ts'
import { tellOfChange } from './reset.ts'
import { judgeInSession } from './session-proofs.ts'
import { type Answering, byUser, recordUserAct } from './sign-in.ts'
import { makeVerifier } from './srp.ts'
import { type AccessClaims, readAccessToken, selfServiceScope } from './tokens.ts'
import { newTotpSecret, stepOfCode } from './totp.ts'
import { findUserById, type IdentityUser, srpIdentityOf, verifierPlace } from './users.ts'

/** Requests of signed-in users about themselves. Each takes an access token. */
interface Self extends Answering {
  readonly claims: AccessClaims
  readonly user: IdentityUser
}

export function getUser(ctx: IdentityContext, caller: Caller, token: string) {
  return asSelf(ctx, caller, token, async (_tx, { user }) => {
    const mfa = user.totpEnabled
      ? { PreferredMfaSetting: 'SOFTWARE_TOKEN_MFA', UserMFASettingList: ['SOFTWARE_TOKEN_MFA'] }
      : {}
    const attributes = {
      sub: user.id,
      email: user.email,
      email_verified: 'true',
      given_name: user.firstName,
      family_name: user.lastName,
      'custom:role': user.role,
    }
    const UserAttributes = Object.entries(attributes).map(([Name, Value]) => ({ Name, Value }))
    return { Username: user.username, UserAttributes, ...mfa }
  })
}

/** Sets another password for a user who knows the old one. Their other sessions end. */
export function changePassword(
  ctx: IdentityContext,
  caller: Caller,
  { AccessToken, PreviousPassword, ProposedPassword }: (typeof ChangePassword)['_output'],
): Promise<Outcome<object>> {
  refuseWeakPassword(ProposedPassword)
  return asSelf(ctx, caller, AccessToken, async (tx, self) => {
    const { user, claims } = self
    const proven = await judgeInSession(tx, ctx, proofOf(self), async () =>
      isPasswordOf(ctx, user, PreviousPassword) ? user : undefined,
    )
    if (typeof proven === 'string') return refuse(proven === 'locked' ? 'locked' : 'credentials')
    await clearFailures(tx, user.username, [sessionPlace])
    await setPassword(tx, ctx, {
      id: user.id,
      password: ProposedPassword,
      keepSession: claims.familyId,
    })
    await recordUserAct(tx, self, user, 'password_changed')
    await tellOfChange(tx, self, user)
    return {}
  })
}

export function globalSignOut(ctx: IdentityContext, caller: Caller, token: string) {
  return asSelf(ctx, caller, token, async (tx, self) => {
    await endSessions(tx, ctx, { userId: self.user.id })
    await recordUserAct(tx, self, self.user, 'sign_out_everywhere')
    return {}
  })
}

/** Gives the secret of a new authenticator. The old one stays in force until the new one is proven. */
export async function associateSoftwareToken(
  ctx: IdentityContext,
  caller: Caller,
  request: (typeof AssociateSoftwareToken)['_output'],
): Promise<Outcome<object>> {
  if (request.Session !== undefined)
    return enrolInSignIn(await signingIn(ctx, caller, request.Session), request.Session)
  return asSelf(ctx, caller, request.AccessToken, async (tx, { user }) => {
    // An attacker with a stolen token must not be able to replace it with their own authenticator.
    if (user.totpEnabled) throw refuse('mfa-proof')
    const secret = newTotpSecret()
    const totp_pending_sealed = ctx.secrets.seal(Buffer.from(secret), totpPlace(user))
    await tx.updateTable('identity_user').set({ totp_pending_sealed }).where('id', '=', user.id).execute()
    return { SecretCode: secret }
  })
}

/** Proves a new authenticator. It becomes the second step with `SetUserMFAPreference`. */
export async function verifySoftwareToken(
  ctx: IdentityContext,
  caller: Caller,
  request: (typeof VerifySoftwareToken)['_output'],
): Promise<Outcome<object>> {
  const code = request.UserCode
  if (request.Session !== undefined)
    return confirmInSignIn(await signingIn(ctx, caller, request.Session), request.Session, code)
  return asSelf(ctx, caller, request.AccessToken, async (tx, self) => {
    const { user } = self
    if (user.totpEnabled) return refuse('mfa-proof')
    if (!user.totpPendingSealed) return refuse('enrolment-missing')
    const secret = ctx.secrets.unseal(user.totpPendingSealed, totpPlace(user)).toString()
    // This session was shown the secret, so a right code proves no earlier one, and clears no count of wrong passwords.
    const proven = await judgeInSession(tx, ctx, proofOf(self), async () =>
      stepOfCode(secret, code, ctx.now()),
    )
    if (typeof proven === 'string') return refuse(proven === 'locked' ? 'locked' : 'enrolment-wrong')
    await keepAuthenticator(tx, ctx, user, { secret, step: proven.right, enabled: false })
    await recordUserAct(tx, self, user, 'mfa_enrolled') // no mail: it is not in force yet
    return { Status: 'SUCCESS' }
  })
}

/** Turns a proven second step on. Turning it off takes its own code, which this call does not have. */
export function setMfaPreference(
  ctx: IdentityContext,
  caller: Caller,
  request: (typeof SetUserMFAPreference)['_output'],
): Promise<Outcome<object>> {
  const { SoftwareTokenMfaSettings: wanted, SMSMfaSettings, EmailMfaSettings } = request
  if (SMSMfaSettings?.Enabled || EmailMfaSettings?.Enabled) throw refuse('mfa-unsupported')
  return asSelf(ctx, caller, request.AccessToken, async (tx, self) => {
    const { user } = self
    if (!wanted || wanted.Enabled === user.totpEnabled) return {}
    if (wanted.Enabled && !user.totpSealed) return refuse('mfa-unverified')
    if (!wanted.Enabled) return refuse(user.mfaRequired ? 'mfa-required' : 'mfa-proof')
    await tx.updateTable('identity_user').set({ totp_enabled: true }).where('id', '=', user.id).execute()
    await recordUserAct(tx, self, user, 'mfa_enabled')
    await tellOfAuthenticator(tx, ctx, user)
    return {}
  })
}

/** A sign-in that has come as far as the authenticator. @throws IdentityError if its organization is closed */
async function signingIn(ctx: IdentityContext, caller: Caller, session: string): Promise<Answering> {
  const tenantId = tenantOfSession(session)
  if (await isPoolClosed(ctx, tenantId)) throw refuse('closed')
  return { ctx, tenantId, caller }
}

/** @throws IdentityError if the token is invalid, its session ended, or its user was disabled. */
async function asSelf<T>(
  ctx: IdentityContext,
  caller: Caller,
  token: string,
  work: (tx: TenantTx, self: Self) => Promise<T>,
): Promise<T> {
  const claims = await readAccessToken(ctx, token)
  if (claims === 'invalid') throw refuse('access-invalid')
  if (claims === 'expired') throw refuse('access-expired')
  if (!claims.scopes.includes(selfServiceScope)) throw refuse('access-scope')
  if (await isRevoked(ctx, claims.tenantId, claims.familyId)) throw refuse('access-revoked')
  const tenantId: TenantId = claims.tenantId
  return inTenant(ctx.db, tenantId, async (tx) => {
    const user = await findUserById(tx, claims.userId)
    if (!user?.enabled) throw refuse('disabled')
    return work(tx, { ctx, caller, tenantId, claims, user })
  })
}

const proofOf = ({ user, caller }: Self) => ({ user, place: sessionPlace, by: byUser(user, caller) }) as const

function isPasswordOf({ secrets }: IdentityContext, user: IdentityUser, password: string): boolean {
  if (!user.verifierSealed) return false
  const kept = secrets.unseal(user.verifierSealed, verifierPlace(user))
  return sameSecret(makeVerifier(srpIdentityOf(user.tenantId, user.username), password, user.salt), kept)
}
