import { previewPolicy } from '@verbatim/contract/policy-trials.ts'
import type { FastifyInstance } from 'fastify'
import type { Judging } from '#flows/judging/judging.ts'
import { route } from '#platform/http/route.ts'

interface PreviewContext {
  readonly judging: Judging
}

/** What a policy would have raised, before it is saved. */
export function previewRoutes(app: FastifyInstance, { judging }: PreviewContext): void {
  route(
    app,
    previewPolicy,
    ({ actor, body: { policy, days }, signal }) => judging.preview(actor, policy, days, signal),
    { asks: true, waits: true },
  )
}
