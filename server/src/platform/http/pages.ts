import { existsSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
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
  await app.register(fastifyStatic, {
    serve: false,
    cacheControl: false,
    preCompressed: true,
    setHeaders: (reply, path) => {
      const hashed = /\/assets\/.*-[\w-]{8,}\.\w+(\.(br|gz))?$/.test(path.replaceAll('\\', '/'))
      reply.header('cache-control', hashed ? 'public, max-age=31536000, immutable' : 'no-cache')
    },
  })
  for (const { folder, prefix } of apps) {
    if (!existsSync(join(folder, page))) continue
    const files = await filesOf(folder)
    const handler = (request: FastifyRequest<{ Params: { '*': string } }>, reply: FastifyReply) => {
      const path = request.params['*'] || page
      if (files.has(path)) return reply.sendFile(path, folder)
      const wantsPage = (request.headers.accept ?? '').includes('text/html')
      if (!wantsPage || notPages.test(request.url)) return reply.callNotFound()
      return reply.sendFile(page, folder)
    }
    // One route: with one for each of hundreds of files, an app would take as long to open as everything else it has.
    app.get(`${prefix}*`, handler)
    if (prefix !== '/') app.get(prefix.slice(0, -1), (_request, reply) => reply.redirect(prefix, 308))
  }
}

const page = 'index.html'

/** The paths of files in a folder, with slashes, without those that begin with a dot or are in such a folder. */
async function filesOf(folder: string): Promise<ReadonlySet<string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const paths = entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => relative(folder, join(parentPath, name)).replaceAll(sep, '/'))
  return new Set(paths.filter((path) => !/(^|\/)\./.test(path)))
}

/** Addresses of the API and of files: a missing one answers 404, not the page. */
const notPages = /^\/((messenger\/)?(api|assets)|bff|hooks|identity|config|audit|external-accounts)\//
