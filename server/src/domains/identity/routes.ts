import { tenantOfUserPoolId } from '@verbatim/contract/identity.ts'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import { z } from 'zod'
import { Failure } from '#kernel/failure.ts'
import { hasRepeatedKeys } from '#kernel/json.ts'
import { findSigningKeys } from './keys.ts'
import { callerOf } from './known-browsers.ts'
import type { IdentityContext } from './memory.ts'
import { operations } from './operations.ts'
import { IdentityError, refuse } from './protocol.ts'
import { issuerOf } from './tokens.ts'

/** A real request is under 4 kB. Source: docs/rules/limits.md. */
const bodyLimit = 16 * 1024
const contentType = 'application/x-amz-json-1.1'
const targetPrefix = 'AWSCognitoIdentityProviderService.'
const openHeaders =
  'content-type, x-amz-target, x-amz-user-agent, cache-control, amz-sdk-invocation-id, amz-sdk-request'

interface IdentityRouteOptions {
  /** Other origins whose pages may sign in here; a page's own origin always may. */
  readonly allowedOrigins?: readonly string[]
}

/**
 * The identity service under `/identity`: the Cognito wire protocol on `POST /identity/`, and the keys of each pool.
 * Answers and errors are the protocol's, not the API's. Bodies are never logged: they hold passwords and tokens.
 */
export async function identityRoutes(
  app: FastifyInstance,
  ctx: IdentityContext,
  { allowedOrigins = [] }: IdentityRouteOptions = {},
): Promise<void> {
  await app.register(
    async (pool) => {
      pool.addHook('onRoute', limitRoute)
      pool.removeAllContentTypeParsers()
      pool.addContentTypeParser(
        [contentType, 'application/json'],
        { parseAs: 'string', bodyLimit },
        (_request, body, done) => done(null, body),
      )
      pool.addHook('onRequest', async (request, reply) => shareWith(request, reply, allowedOrigins))
      pool.setErrorHandler<FastifyError>((error, request, reply) => answerError(error, request, reply))

      pool.options('/', async (_request, reply) => reply.status(204).send())
      pool.post('/', { bodyLimit }, async (request, reply) => {
        const outcome = await run(ctx, request, reply)
        if (outcome instanceof IdentityError) return answerError(outcome, request, reply)
        return reply.header('cache-control', 'no-store').type(contentType).send(JSON.stringify(outcome))
      })
      discoveryRoutes(pool, ctx)
    },
    { prefix: '/identity' },
  )
}

async function run(ctx: IdentityContext, request: FastifyRequest, reply: FastifyReply) {
  const target = request.headers['x-amz-target']
  const operation =
    typeof target === 'string' && target.startsWith(targetPrefix)
      ? operations.get(target.slice(targetPrefix.length))
      : undefined
  if (!operation) throw new IdentityError('UnknownOperationException', 'There is no such operation.')
  return operation(ctx, callerOf(ctx, request, reply), parseBody(request.body))
}

/** `null` fields count as missing: older clients write fields that they do not have. */
function parseBody(body: unknown): unknown {
  try {
    const text = typeof body === 'string' ? body : ''
    if (hasRepeatedKeys(text, JSON.parse(text))) throw new SyntaxError('A field is there twice')
    return JSON.parse(text, (_name, value: unknown) => value ?? undefined)
  } catch {
    throw new IdentityError('SerializationException', 'The body is not JSON.')
  }
}

/** Counts calls of a route against the address of the caller. */
export function limitRoute(route: RouteOptions): void {
  route.config = { ...route.config, isLimited: true }
}

/** Allows pages of the same origin, and of configured origins, to read the answers. */
function shareWith(request: FastifyRequest, reply: FastifyReply, allowedOrigins: readonly string[]): void {
  const { origin, host } = request.headers
  reply.header('x-amzn-requestid', request.id).header('vary', 'origin')
  if (!origin || (originHost(origin) !== host && !allowedOrigins.includes(origin))) return
  reply
    .header('access-control-allow-origin', origin)
    .header('access-control-expose-headers', 'x-amzn-RequestId,x-amzn-ErrorType,x-amzn-ErrorMessage,Date')
  if (request.method !== 'OPTIONS') return
  reply
    .header('access-control-allow-methods', 'POST')
    .header('access-control-allow-headers', openHeaders)
    .header('access-control-max-age', '600')
}

function originHost(origin: string): string | undefined {
  return URL.canParse(origin) ? new URL(origin).host : undefined
}

/** HTTP 400 with the name of the failure; only our own faults are 500. */
function answerError(error: Error, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { name, message, status } = toWire(error)
  if (status === 500) request.log.error({ err: error }, 'identity request failed')
  return reply
    .status(status)
    .header('cache-control', 'no-store')
    .header('x-amzn-errortype', `${name}:`)
    .header('x-amzn-errormessage', message)
    .type(contentType)
    .send(JSON.stringify({ __type: name, message }))
}

function toWire(error: Error): { name: string; message: string; status: number } {
  if (error instanceof IdentityError) return { name: error.name, message: error.message, status: 400 }
  if (error instanceof z.ZodError) {
    const where = error.issues[0]?.path.join('.') ?? ''
    return {
      name: 'InvalidParameterException',
      message: `Invalid parameter: ${where || 'request'}`,
      status: 400,
    }
  }
  if (error instanceof Failure)
    return { name: 'InvalidParameterException', message: error.message, status: 400 }
  const { statusCode } = error as FastifyError
  if (statusCode === 429) return toWire(refuse('too-many'))
  if (statusCode === 413)
    return { name: 'InvalidParameterException', message: 'Request too large', status: 413 }
  if (statusCode && statusCode < 500)
    return { name: 'SerializationException', message: 'The request is not readable.', status: 400 }
  return { name: 'InternalErrorException', message: 'Something went wrong', status: 500 }
}

/** Serves the public keys of a pool, for checking its tokens, and discovery. */
function discoveryRoutes(pool: FastifyInstance, ctx: IdentityContext): void {
  const tenantOf = (request: FastifyRequest) => {
    const tenantId = tenantOfUserPoolId((request.params as { poolId: string }).poolId)
    if (!tenantId) throw new IdentityError('ResourceNotFoundException', 'User pool does not exist.')
    return tenantId
  }
  pool.get('/:poolId/.well-known/jwks.json', async (request, reply) => {
    const { keys } = await findSigningKeys(ctx, tenantOf(request))
    return reply
      .header('cache-control', 'public, max-age=300')
      .send({ keys: keys.map((key) => key.publicJwk) })
  })
  pool.get('/:poolId/.well-known/openid-configuration', async (request) => {
    const issuer = issuerOf(ctx.identity, tenantOf(request))
    const { origin } = new URL(issuer)
    return {
      issuer,
      authorization_endpoint: `${origin}/oauth2/authorize`,
      token_endpoint: `${origin}/oauth2/token`,
      userinfo_endpoint: `${origin}/oauth2/userInfo`,
      revocation_endpoint: `${origin}/oauth2/revoke`,
      end_session_endpoint: `${origin}/logout`,
      jwks_uri: `${issuer}/.well-known/jwks.json`,
      id_token_signing_alg_values_supported: ['RS256'],
      subject_types_supported: ['public'],
      response_types_supported: ['code'],
      grant_types_supported: ['authorization_code', 'refresh_token'],
      code_challenge_methods_supported: ['S256'],
      token_endpoint_auth_methods_supported: ['none'],
      scopes_supported: ['openid', 'email', 'profile'],
    }
  })
}
