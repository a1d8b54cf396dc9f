import { getInsightRemoval } from '@verbatim/contract/insight-removals.ts'
import type { FastifyInstance } from 'fastify'
import { findInsightRemoval } from '#flows/preview-removal/insight-removal.ts'
import { route } from '#platform/http/route.ts'

/** What the removal of an insight takes along, for the question before it. */
export function insightRemovalRoutes(app: FastifyInstance): void {
  route(app, getInsightRemoval, ({ actor, params: { id }, read }) =>
    read((tx) => findInsightRemoval(tx, actor, id)),
  )
}
