import type { FastifyInstance } from 'fastify'
import { readHost } from '#domains/organizations/host.ts'

/** The two static authentication pages, and what they load. */
const served = /^\/auth\/((redirect|callback)\.html|answer\.js)(\?|$)/

/** `redirect.{main domain}` serves the two static authentication pages and nothing else. Source: decisions §12. */
export function keepRedirectHost(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    if (readHost(request.hostname).kind !== 'redirect' || served.test(request.url)) return
    return reply.status(404).type('text/plain').send('There is nothing here.')
  })
}
