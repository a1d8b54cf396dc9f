import { listGroups } from '@verbatim/contract/groups.ts'
import type { FastifyInstance } from 'fastify'
import { type Db, inTenant } from '#platform/db.ts'
import { route } from '#platform/http/route.ts'
import { findGroups } from './queries.ts'

interface GroupContext {
  readonly db: Db
  readonly now: () => Date
}

/** Groups by name, for filters and forms. */
export function groupRoutes(app: FastifyInstance, { db, now }: GroupContext): void {
  route(app, listGroups, ({ actor, query }) =>
    inTenant(db, actor.tenantId, (tx) => findGroups(tx, actor.scope, query, now())),
  )
}
