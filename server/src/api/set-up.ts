import { setUpOrganization } from '@verbatim/contract/set-up.ts'
import type { FastifyInstance } from 'fastify'
import { Failure } from '#kernel/failure.ts'
import { route } from '#platform/http/route.ts'
import type { FoundingContext } from '#flows/found-organization/found-organization.ts'
import { completeSetUp } from '#flows/found-organization/set-up.ts'

/** The endpoints for the set-up link. */
export function setUpRoutes(app: FastifyInstance, ctx: FoundingContext): void {
  route(app, setUpOrganization, ({ request, body, commit }) => {
    const { tenant } = request
    if (!tenant) throw new Failure('organization.not-found')
    const via = {
      requestId: request.id,
      address: request.ip,
      agent: request.headers['user-agent']?.slice(0, 400),
    }
    return commit(async (tx) => {
      await completeSetUp(tx, ctx, { setUp: body, via })
      return { email: body.email }
    })
  })
}
