import { failures } from '@verbatim/contract/errors.ts'
import { tenantOfClientId } from '@verbatim/contract/identity.ts'
import type { TenantId } from '@verbatim/contract/ids.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { requireOrganization } from '#domains/organizations/queries.ts'
import { inTenant } from '#platform/db.ts'
import { type HostedContext, type RegisteredAddresses, registeredAddresses } from './addresses.ts'
import { refusalPage } from './pages.ts'
import { findSingleSignOn, type SingleSignOn } from './single-sign-on.ts'

/** The scopes that a session of the hosted pages may get; never the identity service's own operations. */
const knownScopes = ['openid', 'email', 'profile']

const Client = z.object({ client_id: z.string().max(128), redirect_uri: z.string().max(2048) })

const Asked = z.object({
  response_type: z.literal('code'),
  scope: z.string().max(500).default('openid email profile'),
  state: z.string().min(1).max(1024),
  nonce: z.string().min(1).max(256).optional(),
  code_challenge: z.string().regex(/^[A-Za-z0-9_-]{43}$/),
  code_challenge_method: z.literal('S256'),
  login_hint: z.string().max(254).optional(),
  prompt: z.enum(['none', 'login']).optional(),
})

/** An organization and its client, as a request names them. */
interface HostedClient extends RegisteredAddresses {
  readonly tenantId: TenantId
  readonly organization: string
  readonly label: string
  readonly singleSignOn: SingleSignOn
  readonly isClosed: boolean
}

/** A checked request for a code. */
export interface Authorization extends HostedClient {
  readonly redirectUri: string
  readonly state: string
  readonly scope: string
  readonly nonce: string | undefined
  readonly challenge: string
  readonly loginHint: string
  readonly prompt: 'none' | 'login' | undefined
  /** The request's parameters, for the next page. */
  readonly query: string
}

/** The result of a request that cannot continue: a redirect for the client, or a page for the person. */
type Refused =
  | { readonly tell: 'client'; readonly location: string }
  | { readonly tell: 'person'; readonly message: string }

export const isRefused = (asked: HostedClient | Refused): asked is Refused => 'tell' in asked

/**
 * Reads a request for a code. Nothing is redirected until the client and its address are known to belong together;
 * after that, the client gets the error. Source: docs/rules/identity.md.
 */
export async function readAuthorization(
  ctx: HostedContext,
  request: FastifyRequest,
  given?: URLSearchParams,
): Promise<Authorization | Refused> {
  const parameters = given ? Object.fromEntries(given) : (request.query as Record<string, unknown>)
  const named = Client.safeParse(parameters)
  const client = named.success && (await findHostedClient(ctx, request, named.data.client_id))
  if (!client || !client.redirectUris.includes(named.data.redirect_uri))
    return { tell: 'person', message: 'This sign-in was started by an unknown application.' }
  if (client.isClosed) return { tell: 'person', message: failures['organization.closed'].message }
  const { redirect_uri: redirectUri } = named.data
  const { state } = parameters
  const refuse = (error: string): Refused => ({
    tell: 'client',
    location: answerTo(redirectUri, { error, ...(typeof state === 'string' ? { state } : {}) }),
  })
  if (!client.singleSignOn.enabled) return refuse('unauthorized_client')
  const asked = Asked.safeParse(parameters)
  if (!asked.success)
    return refuse(asked.error.issues.some(isOtherType) ? 'unsupported_response_type' : 'invalid_request')
  const scopes = [...new Set(asked.data.scope.split(' ').filter(Boolean))]
  if (!scopes.includes('openid') || !scopes.every((scope) => knownScopes.includes(scope)))
    return refuse('invalid_scope')
  const { nonce, code_challenge: challenge, login_hint: loginHint = '', prompt } = asked.data
  const query = new URLSearchParams(parameters as Record<string, string>).toString()
  const rest = {
    state: asked.data.state,
    scope: scopes.join(' '),
    nonce,
    challenge,
    loginHint,
    prompt,
    query,
  }
  return { ...client, redirectUri, ...rest }
}

const isOtherType = ({ path }: { path: PropertyKey[] }) => path[0] === 'response_type'

/** Answers a request that cannot continue. */
export function refuseAuthorization(reply: FastifyReply, refused: Refused): FastifyReply {
  if (refused.tell === 'client') return reply.redirect(refused.location)
  return reply.status(400).type('text/html; charset=utf-8').send(refusalPage(refused.message))
}

/** The client of a request by its ID; undefined if no organization here has it. */
export async function findHostedClient(
  ctx: HostedContext,
  request: FastifyRequest,
  clientId: string,
): Promise<HostedClient | undefined> {
  const tenantId = tenantOfClientId(clientId)
  if (!tenantId) return undefined
  return inTenant(ctx.db, tenantId, async (tx) => {
    const known = await tx.selectFrom('organization').select('tenant_id').executeTakeFirst()
    if (!known) return undefined
    const { name: organization, hostLabel: label, isClosed } = await requireOrganization(tx)
    const singleSignOn = await findSingleSignOn(tx)
    const addresses = registeredAddresses(ctx, label, request)
    return { tenantId, organization, label, singleSignOn, isClosed, ...addresses }
  })
}

/** A registered address with an answer in its query. */
export function answerTo(redirectUri: string, answer: Record<string, string>): string {
  return `${redirectUri}?${new URLSearchParams(answer).toString()}`
}
