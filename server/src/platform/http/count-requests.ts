import type { FastifyInstance } from 'fastify'
import type { Metrics } from '#platform/metrics.ts'

/** Counts requests by route, so that strangers' paths do not create labels. */
export function countRequests(app: FastifyInstance, metrics: Pick<Metrics, 'requestEnded'>): void {
  app.addHook('onResponse', async ({ method, routeOptions: { url: route = 'none' } }, reply) => {
    metrics.requestEnded({ method, route, status: reply.statusCode, seconds: reply.elapsedTime / 1000 })
  })
}
