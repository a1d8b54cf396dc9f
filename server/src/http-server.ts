import type { FastifyInstance } from 'fastify'
import { countRequests } from '#platform/http/count-requests.ts'
import { openServer } from '#platform/http/server.ts'
import type { Context } from './context.ts'

/**
 * The HTTP server of a process, as it is configured, and without routes.
 * @param connectSources Further sources that pages may connect to.
 */
export async function openHttpServer(
  { config, db, log, now, metrics }: Context,
  connectSources: readonly string[] = [],
): Promise<FastifyInstance> {
  const app = await openServer({
    log,
    idempotencyDb: db,
    trustedProxies: config.TRUST_PROXY,
    checksAnswers: config.VERBATIM_ENVIRONMENT !== 'production',
    connections: config.DATABASE_POOL,
    now,
    connectSources,
  })
  countRequests(app, metrics)
  return app
}
