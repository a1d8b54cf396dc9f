import { forecastRetention } from '@verbatim/contract/organizations.ts'
import type { FastifyInstance } from 'fastify'
import { type Db, inTenant } from '#platform/db.ts'
import { route } from '#platform/http/route.ts'
import { forecastDisposal } from './forecast.ts'

interface RetentionContext {
  readonly db: Db
  readonly now: () => Date
}

/** What a retention would dispose of, before it is saved. */
export function retentionRoutes(app: FastifyInstance, { db, now }: RetentionContext): void {
  route(
    app,
    forecastRetention,
    ({ actor, body }) =>
      inTenant(db, actor.tenantId, (tx) => forecastDisposal(tx, body.dataRetention, now())),
    { asks: true },
  )
}
