import { getCognitiveCompliance } from '@verbatim/contract/cognitive-compliance.ts'
import type { FastifyInstance } from 'fastify'
import { findCompliance } from '#domains/cognitive-events/compliance-queries.ts'
import type { Clock } from '#kernel/clock.ts'
import { route } from '#platform/http/route.ts'
import { reachOf } from './cognitive-events.ts'

/** The findings of policies in a period, by policy. */
export function cognitiveComplianceRoutes(app: FastifyInstance, { now }: Clock): void {
  route(app, getCognitiveCompliance, ({ actor, query, read }) =>
    read((tx) => findCompliance(tx, actor.scope, query, { now: now(), ...reachOf(actor) })),
  )
}
