import type { FastifyInstance } from 'fastify'
import { keepHosts } from '#flows/authenticate/keep-hosts.ts'
import { hookRoutes } from '#flows/capture/intake/webhook.ts'
import type { Context } from './context.ts'
import { openHttpServer } from './http-server.ts'

/** The HTTP server of a process that only receives: the endpoints for providers. */
export async function openReceiver(ctx: Context): Promise<FastifyInstance> {
  const { config } = ctx
  const app = await openHttpServer(ctx)
  keepHosts(app, { ...ctx.addresses, environment: config.VERBATIM_ENVIRONMENT })
  await hookRoutes(app, { ...ctx, publicBaseUrl: config.PUBLIC_BASE_URL })
  return app
}
