import { previewPolicy, tryPolicy } from '@verbatim/contract/policy-trials.ts'
import type { FastifyInstance } from 'fastify'
import type { Judging } from '#flows/judge/judging.ts'
import { route } from '#platform/http/route.ts'

interface TrialContext {
  readonly judging: Judging
}

/** Tries a policy before it is saved: its rules on a text, and the events it would have raised. */
export function policyTrialRoutes(app: FastifyInstance, { judging }: TrialContext): void {
  const ways = { asks: true, waits: true } as const
  route(app, tryPolicy, ({ actor, body, signal }) => judging.tryRules(actor, body, signal), ways)
  route(
    app,
    previewPolicy,
    ({ actor, body: { policy, days }, signal }) => judging.preview(actor, policy, days, signal),
    ways,
  )
}
