import { listReviewers } from '@verbatim/contract/reviewers.ts'
import type { FastifyInstance } from 'fastify'
import { findReviewers } from '#domains/cognitive-events/reviewers.ts'
import { route } from '#platform/http/route.ts'

/** The users who may review events. */
export function reviewerRoutes(app: FastifyInstance): void {
  route(app, listReviewers, ({ actor, query, read }) => read((tx) => findReviewers(tx, actor.scope, query)))
}
