import type { FastifyInstance } from 'fastify'
import { Failure } from '#kernel/failure.ts'

/**
 * Checks `X-Language`, which a call may contain. Every text of the product is English, so every answer is too; a
 * header that names no language is refused, because the caller probably has another error.
 */
export function readLanguages(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ headers, routeOptions: { config } }, reply) => {
    if (!config.endpoint) return
    reply.header('content-language', 'en')
    const asked = headers['x-language']
    if (asked !== undefined && !isLanguage(String(asked))) throw new Failure('request.bad-language')
  })
}

function isLanguage(tag: string): boolean {
  try {
    return tag.length <= 35 && Intl.getCanonicalLocales(tag).length === 1
  } catch {
    return false
  }
}
