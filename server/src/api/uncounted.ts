import type { FastifyRequest } from 'fastify'

/** Which part of an answer could not be counted is in the log with the request. */
export const failuresToLog =
  ({ log }: FastifyRequest) =>
  (partId: string, error: unknown) =>
    log.error({ err: error, partId }, 'A part of the figures could not be counted')
