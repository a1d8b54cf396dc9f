import type { FastifyInstance } from 'fastify'
import { Failure } from '#kernel/failure.ts'

/**
 * Reads `X-Language`, which a call may carry. Every text of the product is English, so that is the language of every answer; a
 * header that names no language is refused, because its caller is mistaken about more than that.
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
