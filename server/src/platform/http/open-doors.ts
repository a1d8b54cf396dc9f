import { once } from 'node:events'
import { createServer, type Server, type Socket } from 'node:net'
import type { AddressInfo } from 'node:net'
import { platform } from 'node:process'
import type { FastifyInstance } from 'fastify'

/** Where a server is reached, until it is closed. */
export interface OpenDoors {
  readonly port: number
  /** Takes no further connection, and closes the server when those that are there have been answered. */
  close(): Promise<void>
}

/** With one, connections arrive at 40 a second where a turn of the event loop takes 25 ms, and wait for many seconds. */
const sockets = 8
const idleEveryMs = 100

/**
 * Lets a server be reached at a port by several listening sockets. Node takes one connection from each in a turn of its event
 * loop: when turns are long, because there is much to do, a provider that connects anew would wait behind everybody
 * else who does. Where the system does not share a port among sockets, there is one.
 */
export async function openDoors(
  app: FastifyInstance,
  { port, host }: { readonly port: number; readonly host: string },
): Promise<OpenDoors> {
  if (platform !== 'linux') {
    await app.listen({ port, host })
    return { port: portOf(app.server), close: () => closeAll(app, []) }
  }
  const shared = { host, reusePort: true } as const
  await app.listen({ port, ...shared })
  const others = Array.from({ length: sockets - 1 }, () =>
    createServer({ allowHalfOpen: true, noDelay: true }, (socket) => hand(app, socket)),
  )
  for (const other of others) {
    other.maxConnections = app.server.maxConnections
    other.listen({ port: portOf(app.server), ...shared })
    await once(other, 'listening')
  }
  return { port: portOf(app.server), close: () => closeAll(app, others) }
}

const portOf = (server: Pick<Server, 'address'>) => (server.address() as AddressInfo).port

/** As Node's own HTTP server takes a connection. */
function hand({ server }: FastifyInstance, socket: Socket): void {
  Object.assign(socket, { server })
  server.emit('connection', socket)
}

async function closeAll(app: FastifyInstance, others: readonly Server[]): Promise<void> {
  // A connection that is kept alive becomes idle after its last answer; the server's own close ends those that are idle now.
  const idle = setInterval(() => app.server.closeIdleConnections(), idleEveryMs)
  await Promise.all([app.close(), ...others.map((other) => new Promise((resolve) => other.close(resolve)))])
  clearInterval(idle)
}
