import { listDeprecatedEvents } from '@verbatim/contract/deprecated-events.ts'
import type { FastifyInstance } from 'fastify'
import { findEvents } from '#domains/cognitive-events/queries.ts'
import type { Clock } from '#kernel/clock.ts'
import { route } from '#platform/http/route.ts'
import { reachOf } from './cognitive-events.ts'
import { checkFilterAccess } from './filter-access.ts'

/** Serves cognitive events at their old address. */
export function deprecatedEventRoutes(app: FastifyInstance, { now }: Clock): void {
  route(app, listDeprecatedEvents, ({ actor, query, read }) => {
    checkFilterAccess(actor, query)
    return read((tx) => findEvents(tx, actor.scope, query, { now: now(), ...reachOf(actor) }))
  })
}
