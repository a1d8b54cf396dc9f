import {
  closeOrganization,
  foundOperatedOrganization,
  listOperatedOrganizations,
  listOperatorTrail,
  reopenOrganization,
} from '@verbatim/contract/operator.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { networkOf } from '#platform/network-of.ts'
import { rateWindow } from '#platform/rate-window.ts'
import { Failure } from '#kernel/failure.ts'
import { fingerprint, sameSecret } from '#platform/crypto.ts'
import { route } from '#platform/http/route.ts'
import {
  close,
  findOrganizations,
  findTrail,
  found,
  type Operator,
  type OperatorContext,
  reopen,
} from '#flows/found-organization/operate.ts'

interface OperatorRoutesContext extends OperatorContext {
  /** Without a key, the endpoint is off. */
  readonly operatorKey: string | undefined
}

const wrongKeysPerMinute = 10
const callsPerMinute = 60

/** The operator's endpoint. Its key is not a session: it shows organizations, and nothing inside them. */
export function operatorRoutes(app: FastifyInstance, ctx: OperatorRoutesContext): void {
  const wrong = rateWindow({ limit: wrongKeysPerMinute, windowMs: 60_000 })
  const calls = rateWindow({ limit: callsPerMinute, windowMs: 60_000 })

  function requireOperator(request: FastifyRequest): Operator {
    if (ctx.operatorKey === undefined) throw new Failure('request.not-found')
    const [, given] = /^Bearer (\S+)$/i.exec(request.headers.authorization ?? '') ?? []
    if (!given || !sameSecret(fingerprint(given), fingerprint(ctx.operatorKey))) {
      request.log.warn({ address: request.ip }, 'a wrong operator’s key')
      throw new Failure(
        wrong.take(networkOf(request.ip), ctx.now()) ? 'operator.wrong-key' : 'request.too-many',
      )
    }
    if (!calls.take('', ctx.now())) throw new Failure('request.too-many')
    const agent = request.headers['user-agent']?.slice(0, 400)
    return { name: 'Operator', via: { requestId: request.id, address: request.ip, agent } }
  }

  route(app, listOperatedOrganizations, async ({ request }) => {
    requireOperator(request)
    return { items: await findOrganizations(ctx) }
  })
  route(app, foundOperatedOrganization, ({ request, body }) => found(ctx, requireOperator(request), body))
  route(app, closeOrganization, ({ request, params }) => close(ctx, requireOperator(request), params.label))
  route(app, reopenOrganization, ({ request, params }) => reopen(ctx, requireOperator(request), params.label))
  route(app, listOperatorTrail, async ({ request }) => {
    requireOperator(request)
    return { items: await findTrail(ctx) }
  })
}
