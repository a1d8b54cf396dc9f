import { getEffectiveAccess } from '@verbatim/contract/effective-access.ts'
import type { FastifyInstance } from 'fastify'
import { findEffectiveAccess } from '#flows/explain-access/effective-access.ts'
import { route } from '#platform/http/route.ts'

/** Explains what a user can see, and why. */
export function effectiveAccessRoutes(app: FastifyInstance): void {
  route(app, getEffectiveAccess, ({ actor, query, read }) =>
    read((tx) => findEffectiveAccess(tx, actor.scope, query), 'snapshot'),
  )
}
