import { existsSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'

/**
 * Serves a built single-page app: files with a hash in their name for ever, everything else afresh, and the page
 * itself for every address that is not a file, since its router knows the addresses.
 */
export async function servePages(app: FastifyInstance, folder: string): Promise<void> {
  if (!existsSync(join(folder, 'index.html'))) return
  await app.register(fastifyStatic, {
    root: folder,
    wildcard: false,
    cacheControl: false,
    preCompressed: true,
    setHeaders: (reply, path) => {
      const hashed = /\/assets\/.*-[\w-]{8,}\.\w+(\.(br|gz))?$/.test(path.replaceAll('\\', '/'))
      reply.header('cache-control', hashed ? 'public, max-age=31536000, immutable' : 'no-cache')
    },
  })
  app.route({
    method: 'GET',
    url: '/*',
    handler: async (request, reply) => {
      const wantsPage = (request.headers.accept ?? '').includes('text/html')
      if (!wantsPage || /^\/(bff|hooks|identity|assets|config|audit|external-accounts)\//.test(request.url))
        return reply.callNotFound()
      return reply.header('cache-control', 'no-cache').sendFile('index.html')
    },
  })
}
