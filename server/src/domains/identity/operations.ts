import { type AuthenticationStep, tenantOfClientId } from '@verbatim/contract/identity.ts'
import type { TenantId } from '@verbatim/contract/ids.ts'
import { inTenant } from '#platform/db.ts'
import type { Caller, IdentityContext } from './memory.ts'
import * as protocol from './protocol.ts'
import { IdentityError, type Outcome, refuse } from './protocol.ts'
import { findSigningKeys } from './keys.ts'
import { answerMfaSetup, answerNewPassword, answerSoftwareToken } from './second-step.ts'
import {
  associateSoftwareToken,
  changePassword,
  getUser,
  globalSignOut,
  setMfaPreference,
  verifySoftwareToken,
} from './self-service.ts'
import { confirmForgotPassword, forgotPassword } from './reset.ts'
import { isPoolClosed, refreshSession } from './sessions.ts'
import { type Answering, answerPasswordVerifier, beginSrp, type Step } from './sign-in.ts'
import { signOut } from './sign-out.ts'
import { signTokens } from './tokens.ts'

type Operation = (ctx: IdentityContext, caller: Caller, body: unknown) => Promise<Outcome<object>>

/**
 * The protocol's operations by name, open to any caller that can reach the address. Administrators' operations are commands
 * and are never served.
 */
export const operations: ReadonlyMap<string, Operation> = new Map<string, Operation>([
  ['InitiateAuth', initiateAuth],
  ['RespondToAuthChallenge', respondToAuthChallenge],
  ['GetTokensFromRefreshToken', getTokensFromRefreshToken],
  ['RevokeToken', revokeToken],
  ['GetUser', (ctx, caller, body) => getUser(ctx, caller, protocol.GetUser.parse(body).AccessToken)],
  [
    'GlobalSignOut',
    (ctx, caller, body) => globalSignOut(ctx, caller, protocol.GlobalSignOut.parse(body).AccessToken),
  ],
  ['ChangePassword', (ctx, caller, body) => changePassword(ctx, caller, protocol.ChangePassword.parse(body))],
  [
    'AssociateSoftwareToken',
    (ctx, caller, body) => associateSoftwareToken(ctx, caller, protocol.AssociateSoftwareToken.parse(body)),
  ],
  [
    'VerifySoftwareToken',
    (ctx, caller, body) => verifySoftwareToken(ctx, caller, protocol.VerifySoftwareToken.parse(body)),
  ],
  [
    'SetUserMFAPreference',
    (ctx, caller, body) => setMfaPreference(ctx, caller, protocol.SetUserMFAPreference.parse(body)),
  ],
  ['SignUp', () => Promise.resolve(refuse('sign-up'))],
  ['UpdateUserAttributes', () => Promise.resolve(refuse('attribute-unauthorized'))],
  [
    'ForgotPassword',
    async (ctx, caller, body) => {
      const request = protocol.ForgotPassword.parse(body)
      return forgotPassword(await openPool(ctx, caller, request.ClientId), request)
    },
  ],
  [
    'ConfirmForgotPassword',
    async (ctx, caller, body) => {
      const request = protocol.ConfirmForgotPassword.parse(body)
      return confirmForgotPassword(await openPool(ctx, caller, request.ClientId), request)
    },
  ],
])

async function initiateAuth(ctx: IdentityContext, caller: Caller, body: unknown): Promise<Outcome<object>> {
  const { ClientId, AuthFlow, AuthParameters } = protocol.InitiateAuth.parse(body)
  const answering = await openPool(ctx, caller, ClientId)
  if (AuthFlow === 'USER_SRP_AUTH') return beginSrp(answering, protocol.SrpParameters.parse(AuthParameters))
  if (AuthFlow !== 'REFRESH_TOKEN_AUTH' && AuthFlow !== 'REFRESH_TOKEN') throw refuse('flow-unsupported')
  const { RefreshToken: token } = protocol.GetTokensFromRefreshToken.parse({
    ClientId,
    RefreshToken: AuthParameters.REFRESH_TOKEN,
  })
  return refresh(answering, token)
}

async function respondToAuthChallenge(
  ctx: IdentityContext,
  caller: Caller,
  body: unknown,
): Promise<Outcome<object>> {
  const request = protocol.RespondToAuthChallenge.parse(body)
  const answering = await openPool(ctx, caller, request.ClientId)
  const step = await answerChallenge(answering, request)
  return step instanceof IdentityError ? step : toAnswer(ctx, step)
}

function answerChallenge(
  answering: Answering,
  request: protocol.RespondToAuthChallenge,
): Promise<Outcome<Step>> {
  switch (request.ChallengeName) {
    case 'PASSWORD_VERIFIER':
      return answerPasswordVerifier(answering, request.ChallengeResponses)
    case 'SOFTWARE_TOKEN_MFA':
      return answerSoftwareToken(answering, request)
    case 'NEW_PASSWORD_REQUIRED':
      return answerNewPassword(answering, request)
    case 'MFA_SETUP':
      return answerMfaSetup(answering, request)
    default:
      throw refuse('flow-unsupported')
  }
}

async function getTokensFromRefreshToken(
  ctx: IdentityContext,
  caller: Caller,
  body: unknown,
): Promise<Outcome<object>> {
  const { ClientId, RefreshToken: token } = protocol.GetTokensFromRefreshToken.parse(body)
  return refresh(await openPool(ctx, caller, ClientId), token)
}

async function refresh({ ctx, tenantId, caller }: Answering, token: string): Promise<Outcome<object>> {
  const grant = await inTenant(ctx.db, tenantId, (tx) => refreshSession(tx, ctx, { token, caller }))
  return grant instanceof IdentityError ? grant : toAnswer(ctx, grant)
}

async function revokeToken(ctx: IdentityContext, caller: Caller, body: unknown): Promise<Outcome<object>> {
  const { ClientId, Token: token } = protocol.RevokeToken.parse(body)
  const answering = await openPool(ctx, caller, ClientId)
  if (token.split('.').length === 3) throw refuse('not-refresh')
  await inTenant(ctx.db, answering.tenantId, (tx) => signOut(tx, answering, token))
  return {}
}

/** @throws IdentityError `ResourceNotFoundException` if no organization here has the client. */
async function openPool(ctx: IdentityContext, caller: Caller, clientId: string): Promise<Answering> {
  const tenantId: TenantId | undefined = tenantOfClientId(clientId)
  if (!tenantId) throw new IdentityError('ResourceNotFoundException', 'User pool client does not exist.')
  await findSigningKeys(ctx, tenantId)
  if (await isPoolClosed(ctx, tenantId)) throw refuse('closed')
  return { ctx, tenantId, caller }
}

async function toAnswer(ctx: IdentityContext, step: Step): Promise<AuthenticationStep> {
  if (!('origin' in step)) return step
  return { ChallengeParameters: {}, AuthenticationResult: await signTokens(ctx, step) }
}
