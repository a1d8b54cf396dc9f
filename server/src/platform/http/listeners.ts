import { once } from 'node:events'
import { chmod, rm } from 'node:fs/promises'
import type { Server as HttpServer } from 'node:http'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { platform } from 'node:process'
import type { FastifyInstance } from 'fastify'

/** A server's address, until it is closed. */
export interface Listeners {
  readonly port: number
  /** Accepts no further connection, and closes the server when open requests are answered. */
  close(): Promise<void>
}

/** With one socket and turns of the event loop of 25 ms, only 40 connections a second are accepted, and others wait. */
const sockets = platform === 'linux' ? 8 : 1
const idleEveryMs = 100

type Take = (socket: Socket) => void

/**
 * Opens several listening sockets for one port of a server. Node takes one connection from each in a turn of its event loop:
 * when turns are long under load, a provider that opens a new connection would otherwise wait behind all other new ones. If
 * the system does not share a port among sockets, there is one.
 * @param take Handles a connection, if not all are for the server.
 */
export async function openListeners(
  app: FastifyInstance,
  { port, host }: { readonly port: number; readonly host: string },
  take: Take = (socket) => hand(app.server, socket),
): Promise<Listeners> {
  const opened: Server[] = []
  for (const _ of Array.from({ length: sockets })) {
    const [first] = opened
    const shared = { port: first ? portOf(first) : port, host, reusePort: sockets > 1 }
    opened.push(await openListener(app, shared, take))
  }
  await serveHanded(app)
  return { port: portOf(opened[0] as Server), close: () => closeAll(app, opened) }
}

/** Fewer than at the port, because new connections are handled in the turn that accepts them, and make that turn longer. */
const innerSocketCount = 2

/** The sockets at `path`. */
export const innerSockets = (path: string): string[] =>
  Array.from({ length: innerSocketCount }, (_, n) => `${path}.${n}`)

/** Makes a server reachable at sockets of the file system, which only this user's processes can use. */
export async function openInnerListeners(app: FastifyInstance, path: string, take: Take): Promise<Listeners> {
  const listeners: Server[] = []
  for (const each of innerSockets(path)) {
    await rm(each, { force: true }) // left by a killed process
    listeners.push(await openListener(app, { path: each }, take))
    await chmod(each, 0o600)
  }
  await serveHanded(app)
  return { port: 0, close: () => closeAll(app, listeners) }
}

type Address =
  | { readonly port: number; readonly host: string; readonly reusePort: boolean }
  | { readonly path: string }

async function openListener({ server }: FastifyInstance, address: Address, take: Take): Promise<Server> {
  const listener = createServer({ allowHalfOpen: true, noDelay: true }, take)
  listener.maxConnections = server.maxConnections
  listener.listen(address)
  await once(listener, 'listening')
  return listener
}

const portOf = (server: Server) => (server.address() as AddressInfo).port

/** Like Node's own HTTP server. */
export function hand(server: HttpServer, socket: Socket): void {
  Object.assign(socket, { server })
  server.emit('connection', socket)
}

/** The server gets its connections and does not listen itself; Node checks time limits once it has seen this event. */
async function serveHanded(app: FastifyInstance): Promise<void> {
  await app.ready()
  app.server.emit('listening')
}

async function closeAll(app: FastifyInstance, listeners: readonly Server[]): Promise<void> {
  // A kept-alive connection becomes idle after its last answer; the server's own close ends only connections that are idle now.
  const idle = setInterval(() => app.server.closeIdleConnections(), idleEveryMs)
  await Promise.all([
    app.close(),
    ...listeners.map((listener) => new Promise((resolve) => listener.close(resolve))),
  ])
  clearInterval(idle)
}
