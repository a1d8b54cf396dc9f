import type { FastifyInstance } from 'fastify'
import { keepHosts } from '#flows/authenticate/keep-hosts.ts'
import { hookRoutes } from '#flows/capture/intake/webhook.ts'
import { countRequests } from '#platform/http/count-requests.ts'
import { openServer } from '#platform/http/server.ts'
import type { Context } from './context.ts'

/** The HTTP server of a process that only receives: the endpoints for providers. */
export async function openReceiver(ctx: Context): Promise<FastifyInstance> {
  const { config, db, log, now } = ctx
  const app = await openServer({
    log,
    idempotencyDb: db,
    trustedProxies: config.TRUST_PROXY,
    checksAnswers: config.VERBATIM_ENVIRONMENT !== 'production',
    connections: config.DATABASE_POOL,
    now,
  })
  countRequests(app, ctx.metrics)
  keepHosts(app, { ...ctx.addresses, environment: config.VERBATIM_ENVIRONMENT })
  await hookRoutes(app, { ...ctx, publicBaseUrl: config.PUBLIC_BASE_URL })
  return app
}
