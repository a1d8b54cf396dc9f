import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

/** A fixed address for changing servers, like the address of a database cluster. */
export interface Relay extends AsyncDisposable {
  readonly port: number
  /** Connects every new connection to a socket, and ends those to other sockets. Undefined: there is no answer. */
  leadTo(path: string | undefined): void
}

/** Opens an address of this machine that is not connected yet. */
export async function openRelay(): Promise<Relay> {
  let target: string | undefined
  const open = new Set<Socket>()
  const server = createServer((near) => {
    if (target === undefined) return near.destroy()
    const far = connect(target)
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(one)
      one.setNoDelay(true)
      one.on('error', () => other.destroy())
      one.on('close', () => {
        open.delete(one)
        other.destroy()
      })
      one.pipe(other)
    }
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const end = () => {
    for (const socket of open) socket.destroy()
  }
  return {
    port: (server.address() as AddressInfo).port,
    leadTo(path) {
      if (path === target) return
      target = path
      end()
    },
    async [Symbol.asyncDispose]() {
      target = undefined
      server.close()
      end()
      await once(server, 'close')
    },
  }
}
