import { getCognitiveCompliance } from '@verbatim/contract/cognitive-compliance.ts'
import type { FastifyInstance } from 'fastify'
import { findComplianceTopics } from '#domains/metrics/compliance-topics.ts'
import type { Clock } from '#kernel/clock.ts'
import { route } from '#platform/http/route.ts'
import { reachOf } from './cognitive-events.ts'

/** The findings of policies in a period, by policy. */
export function cognitiveComplianceRoutes(app: FastifyInstance, { now }: Clock): void {
  route(app, getCognitiveCompliance, ({ actor, query, read }) =>
    read((tx) => findComplianceTopics(tx, actor.scope, { query, reach: reachOf(actor), now: now() })),
  )
}
