import { existsSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

/** A built single-page app, and its path: `/` or a path that ends with a slash. */
interface ServedPages {
  readonly folder: string
  readonly prefix: string
}

/**
 * Serves built single-page apps: browsers may cache files with a hash in their name forever and must check others, and an app's page
 * is the answer for every address below its prefix that is not a file, which its router handles. An app without a build
 * is left out.
 */
export async function servePages(app: FastifyInstance, apps: readonly ServedPages[]): Promise<void> {
  const built = apps.filter(({ folder }) => existsSync(join(folder, 'index.html')))
  for (const [i, { folder, prefix }] of built.entries()) {
    await app.register(fastifyStatic, {
      root: folder,
      prefix,
      decorateReply: i === 0,
      wildcard: false,
      cacheControl: false,
      preCompressed: true,
      setHeaders: (reply, path) => {
        const hashed = /\/assets\/.*-[\w-]{8,}\.\w+(\.(br|gz))?$/.test(path.replaceAll('\\', '/'))
        reply.header('cache-control', hashed ? 'public, max-age=31536000, immutable' : 'no-cache')
      },
    })
    const handler = (request: FastifyRequest, reply: FastifyReply) => {
      const wantsPage = (request.headers.accept ?? '').includes('text/html')
      if (!wantsPage || notPages.test(request.url)) return reply.callNotFound()
      return reply.header('cache-control', 'no-cache').sendFile('index.html', folder)
    }
    app.route({ method: 'GET', url: `${prefix}*`, handler })
    if (prefix !== '/') app.get(prefix.slice(0, -1), (_request, reply) => reply.redirect(prefix, 308))
  }
}

/** Addresses of the API and of files: a missing one answers 404, not the page. */
const notPages = /^\/((messenger\/)?(api|assets)|bff|hooks|identity|config|audit|external-accounts)\//
