import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type AuthenticationResult, tenantOfClientId } from '@verbatim/contract/identity.ts'
import { z } from 'zod'
import { IdentityError } from '#domains/identity/protocol.ts'
import { isPoolClosed, isRevoked, refreshSession } from '#domains/identity/sessions.ts'
import { signOut } from '#domains/identity/sign-out.ts'
import { type Grant, readAccessToken, signTokens } from '#domains/identity/tokens.ts'
import { findUserById } from '#domains/identity/users.ts'
import { inTenant } from '#platform/db.ts'
import type { HostedContext } from './addresses.ts'
import { exchangeCode } from './codes.ts'

const client = { client_id: z.string().max(128) }
const Token = z
  .string()
  .max(8192)
  .regex(/^[\w.=-]+$/)

const Asked = z.discriminatedUnion('grant_type', [
  z.object({
    ...client,
    grant_type: z.literal('authorization_code'),
    code: Token,
    redirect_uri: z.string().max(2048),
    code_verifier: z.string().regex(/^[\w.~-]{43,128}$/),
  }),
  z.object({ ...client, grant_type: z.literal('refresh_token'), refresh_token: Token }),
])

/** The routes that pages and applications call themselves: tokens, user information, and ending a session. */
export function tokenRoutes(pages: FastifyInstance, ctx: HostedContext, bodyLimit: number): void {
  pages.post('/oauth2/token', { bodyLimit }, (request, reply) => token(ctx, request, reply))
  pages.get('/oauth2/userInfo', (request, reply) => userInfo(ctx, request, reply))
  pages.post('/oauth2/revoke', { bodyLimit }, (request, reply) => revoke(ctx, request, reply))
}

async function token(ctx: HostedContext, request: FastifyRequest, reply: FastifyReply) {
  const asked = Asked.safeParse(request.body)
  if (!asked.success) return refuse(reply, grantProblem(request.body))
  const tenantId = tenantOfClientId(asked.data.client_id)
  if (!tenantId || (await isPoolClosed(ctx, tenantId))) return refuse(reply, 'invalid_client')
  const caller = callerOf(request)
  const grant = await inTenant(ctx.db, tenantId, (tx): Promise<Grant | IdentityError | undefined> => {
    if (asked.data.grant_type === 'refresh_token')
      return refreshSession(tx, ctx, { token: asked.data.refresh_token, caller })
    const { code, redirect_uri: redirectUri, code_verifier: verifier } = asked.data
    return exchangeCode(tx, ctx, { code, redirectUri, verifier, caller })
  })
  if (!grant || grant instanceof IdentityError) return refuse(reply, 'invalid_grant')
  return reply.header('pragma', 'no-cache').send(toAnswer(await signTokens(ctx, grant), grant.origin.scope))
}

function toAnswer(result: AuthenticationResult, scope: string) {
  return {
    access_token: result.AccessToken,
    id_token: result.IdToken,
    refresh_token: result.RefreshToken,
    expires_in: result.ExpiresIn,
    token_type: result.TokenType,
    scope,
  }
}

function grantProblem(body: unknown): string {
  const { grant_type: type } = (body ?? {}) as { grant_type?: unknown }
  const isKnown = type === 'authorization_code' || type === 'refresh_token'
  return typeof type === 'string' && !isKnown ? 'unsupported_grant_type' : 'invalid_request'
}

/** The user of an access token, for a token with the scope `openid`. */
async function userInfo(ctx: HostedContext, request: FastifyRequest, reply: FastifyReply) {
  const [, given = ''] = /^Bearer (\S+)$/i.exec(request.headers.authorization ?? '') ?? []
  const claims = given && (await readAccessToken(ctx, given))
  if (!claims || typeof claims === 'string') return challenge(reply, 401, 'invalid_token')
  const { tenantId, userId, familyId, scopes } = claims
  if (await isRevoked(ctx, tenantId, familyId)) return challenge(reply, 401, 'invalid_token')
  if (!scopes.includes('openid')) return challenge(reply, 403, 'insufficient_scope')
  const user = await inTenant(ctx.db, tenantId, (tx) => findUserById(tx, userId))
  if (!user?.enabled) return challenge(reply, 401, 'invalid_token')
  return reply.send({
    sub: user.id,
    username: user.username,
    ...(scopes.includes('email') ? { email: user.email, email_verified: true } : {}),
    ...(scopes.includes('profile')
      ? {
          given_name: user.firstName,
          family_name: user.lastName,
          name: `${user.firstName} ${user.lastName}`.trim(),
        }
      : {}),
  })
}

/** Ends the session of a refresh token. An unknown token gets the same answer. */
async function revoke(ctx: HostedContext, request: FastifyRequest, reply: FastifyReply) {
  const asked = z.object({ ...client, token: Token }).safeParse(request.body)
  if (!asked.success) return refuse(reply, 'invalid_request')
  if (asked.data.token.split('.').length === 3) return refuse(reply, 'unsupported_token_type')
  const tenantId = tenantOfClientId(asked.data.client_id)
  if (!tenantId) return refuse(reply, 'invalid_client')
  await inTenant(ctx.db, tenantId, (tx) =>
    signOut(tx, { ctx, tenantId, caller: callerOf(request) }, asked.data.token),
  )
  return reply.send()
}

const callerOf = ({ ip, headers }: FastifyRequest) => ({ address: ip, agent: headers['user-agent'] })

const refuse = (reply: FastifyReply, error: string) => reply.status(400).send({ error })

const challenge = (reply: FastifyReply, status: number, error: string) =>
  reply.status(status).header('www-authenticate', `Bearer error="${error}"`).send({ error })
