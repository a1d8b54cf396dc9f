import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { wrongAddressPage, wrongAddressPolicy } from '#domains/identity/hosted/wrong-address.ts'
import { readHost, type ServedNames } from '#domains/organizations/host.ts'
import { Failure } from '#kernel/failure.ts'
import { answerFailure } from '#platform/http/reply.ts'

/** The two static authentication pages, and the files they load. */
const authenticationPages = /^\/auth\/((redirect|callback)\.html|answer\.js)(\?|$)/
/** For nearby machines that call us by an IP address; the answers contain nothing about any organization. */
const askedByMachines = /^\/(health\/|metrics(\?|$))/

/**
 * Makes the server answer under its own names only, for pages, API, endpoints and unknown paths. Under any other name it
 * answers 421, so no page, link or cookie is made for a name that a stranger chose. `redirect.{main domain}` serves the two
 * static authentication pages. Source: docs/rules/hosts.md.
 */
export function keepHosts(app: FastifyInstance, names: ServedNames): void {
  app.addHook('onRequest', async (request, reply) => {
    if (askedByMachines.test(request.url)) return
    const { hostname: host } = request
    const { kind } = readHost(names, host)
    if (kind === 'foreign' || kind === 'malformed') {
      const code = kind === 'foreign' ? 'request.foreign-host' : 'request.bad-host'
      const failure = new Failure(code, { host })
      if (!request.headers.accept?.includes('text/html')) return answerFailure(request, reply, failure)
      return reply
        .status(421)
        .type('text/html; charset=utf-8')
        .header('content-security-policy', wrongAddressPolicy)
        .send(wrongAddressPage(failure.message))
    }
    if (kind === 'redirect' && !authenticationPages.test(request.url))
      return answerFailure(request, reply, new Failure('request.not-found'))
  })
}

/**
 * The same for sockets, which take their connections directly from the server. Call this after they do.
 * @param trustedProxies How many proxies are in front of us; behind a proxy, the host is the forwarded one.
 */
export function keepSocketHosts(server: Server, names: ServedNames, trustedProxies: number): void {
  type Upgrade = (...given: unknown[]) => void
  const listeners = server.listeners('upgrade') as Upgrade[]
  server.removeAllListeners('upgrade')
  server.on('upgrade', (request, socket: Socket, head) => {
    const { host = '', 'x-forwarded-host': forwarded } = request.headers
    const asked = trustedProxies > 0 && forwarded ? [forwarded].flat().join(',').split(',').at(-1) : host
    const { kind } = readHost(names, asked?.trim() ?? '')
    if (kind === 'tenant' || kind === 'installation')
      for (const listener of listeners) listener.call(server, request, socket, head)
    else socket.end('HTTP/1.1 421 Misdirected Request\r\nconnection: close\r\ncontent-length: 0\r\n\r\n')
  })
}
