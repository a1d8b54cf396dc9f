import type { Endpoint } from '@verbatim/contract/endpoint.ts'
import type { TenantId } from '@verbatim/contract/ids.ts'
import { operatorPath } from '@verbatim/contract/operator.ts'
import type { Role } from '@verbatim/contract/permissions.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Verified } from '#domains/identity/sessions.ts'
import { findFirstTenant, findTenantByHost } from '#domains/organizations/queries.ts'
import { readHost, type ServedNames } from '#domains/organizations/host.ts'
import { findActor } from '#domains/permissions/actors.ts'
import type { Noted, RecordView } from '#flows/record-views/view-recorder.ts'
import type { Actor, Via } from '#kernel/actor.ts'
import { Failure } from '#kernel/failure.ts'
import { type DbContext, inTenant } from '#platform/db.ts'
import { httpLimits } from '#platform/http/server.ts'
import { networkOf } from '#platform/network-of.ts'
import { rateWindow } from '#platform/rate-window.ts'
import { rememberEach } from '#platform/remember.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The session that the request's token belongs to; undefined where an endpoint needs none. */
    session: Verified | undefined
  }
}

export interface AuthenticateContext extends DbContext {
  readonly names: ServedNames
  /** The organization for names of the installation itself; by default the oldest. */
  readonly localTenant: string | undefined
  /** The role that every platform user acts in; only in environment `local`. */
  readonly roleOverride?: Role | undefined
  readonly recordView: RecordView
  /** @throws Failure `session.expired` */
  readonly verifyToken: (token: string) => Promise<Verified>
}

/** A changed permission takes effect within this time, even without a notification. Source: docs/rules/promises.md. */
const remembering = { ms: 3_000, least: 10_000 }

/**
 * Runs before any handler: finds the tenant from the host and the actor from the token, and checks the permission. The headers
 * `X-Tenant-Id` and `X-User-Id` are only compared with the session.
 * @returns The listener to call when permissions change: the next request then reads them again.
 */
export function authenticateRequests(app: FastifyInstance, ctx: AuthenticateContext): Remembering {
  const tenants = rememberEach<string, FastifyRequest['tenant']>(remembering)
  const actors = rememberEach<string, Actor | undefined>(remembering)
  const actorOf: ActorOf = ({ tenantId, userId }) =>
    actors.find(`${tenantId}|${userId}`, ctx.now(), () =>
      inTenant(ctx.db, tenantId, (tx) => findActor(tx, userId, ctx)),
    )
  app.decorateRequest('tenant', undefined)
  app.decorateRequest('actor', undefined)
  app.decorateRequest('session', undefined)
  const refusals = rateWindow({ limit: httpLimits.requestsPerMinute, windowMs: 60_000 })
  app.addHook('onRequest', async (request) => {
    try {
      await identify(request)
    } catch (error) {
      // Authenticated callers are counted later by their user.
      if (refusals.take(request.actor?.userId ?? networkOf(request.ip), ctx.now())) throw error
      throw new Failure('request.too-many')
    }
  })
  return { forget: (tenantId) => actors.forgetWhere((key) => key.startsWith(`${tenantId}|`)) }

  async function identify(request: FastifyRequest): Promise<void> {
    const { endpoint } = request.routeOptions.config
    if (!endpoint) return
    request.tenant = await tenants.find(request.hostname, ctx.now(), () => findTenant(ctx, request.hostname))
    if (request.tenant?.isClosed && !endpoint.path.startsWith(operatorPath))
      throw new Failure('organization.closed')
    if (endpoint.access === 'anyone') return
    request.actor = { ...(await authenticate(ctx, actorOf, request)), via: viaOf(request) }
    if (!may(request.actor, endpoint.access))
      throw new Failure('access.denied', { permission: endpoint.access })
  }
}

/** The current user of a session, and their permissions. */
type ActorOf = (session: Pick<Verified, 'tenantId' | 'userId'>) => Promise<Actor | undefined>

/** A short-lived cache of users and their permissions. */
interface Remembering {
  /** Forgets the cached users of this organization. */
  readonly forget: (tenantId: TenantId) => void
}

const viaOf = (request: FastifyRequest): Via => ({
  requestId: request.id,
  address: request.ip,
  agent: request.headers['user-agent']?.slice(0, 400),
})

function may({ permissions, messengerRole }: Actor, access: Exclude<Endpoint['access'], 'anyone'>): boolean {
  if (access === 'signed-in') return true
  return access === 'messenger' ? messengerRole !== 'none' : permissions.has(access)
}

async function authenticate(
  ctx: AuthenticateContext,
  actorOf: ActorOf,
  request: FastifyRequest,
): Promise<Actor> {
  const [, token] = /^Bearer (\S+)$/i.exec(request.headers.authorization ?? '') ?? []
  if (!token) throw new Failure('session.missing')
  request.session = await ctx.verifyToken(token)
  const { tenantId, userId } = request.session
  const claim = falseClaim(request, { tenantId, userId })
  const actor = await actorOf({ tenantId, userId })
  if (claim && actor) await ctx.recordView({ ...actor, via: viaOf(request) }, claim)
  if (claim) throw new Failure('session.mismatch')
  if (!actor) throw new Failure('session.expired')
  return actor
}

/** Audits a request that claims another user or tenant than its session: once an hour for each kind of claim. */
function falseClaim(
  request: FastifyRequest,
  { tenantId, userId }: Pick<Verified, 'tenantId' | 'userId'>,
): Noted | undefined {
  const claims = [
    { field: 'host', is: tenantId, claimed: request.hostname, isTrue: request.tenant?.id === tenantId },
    headerClaim(request, 'x-tenant-id', tenantId),
    headerClaim(request, 'x-user-id', userId),
  ].filter(({ isTrue }) => !isTrue)
  if (claims.length === 0) return undefined
  return {
    type: 'claim_refused',
    once: claims.map(({ field }) => field).join(' '),
    target: { kind: 'user', id: userId },
    changes: claims.map(({ field, is, claimed }) => ({ field, old: is, new: claimed.slice(0, 100) })),
  }
}

function headerClaim({ headers }: FastifyRequest, field: 'x-tenant-id' | 'x-user-id', is: string) {
  const claimed = String(headers[field] ?? is)
  return { field, is, claimed, isTrue: claimed === is }
}

/** The organization of a host; undefined if it has none. */
export async function findTenant(
  { db, names, localTenant }: Pick<AuthenticateContext, 'db' | 'names' | 'localTenant'>,
  host: string,
) {
  const meaning = readHost(names, host)
  if (meaning.kind === 'tenant') return findTenantByHost(db, meaning.label)
  if (meaning.kind !== 'installation') return undefined // already answered by `keepHosts`
  return localTenant === undefined ? findFirstTenant(db) : findTenantByHost(db, localTenant)
}
