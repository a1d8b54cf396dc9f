import { type IncomingMessage, request, type ServerResponse } from 'node:http'
import { LocalServer } from './local-server.ts'

interface Led {
  readonly prefix: string
  readonly host: string
}

/**
 * Several providers at one address, distinguished by the paths of their interfaces: the first extra host of an installation replaces
 * the hosts of all providers. The cable to one of them can be pulled.
 */
export async function openProviderFront(): Promise<ProviderFront> {
  const front = new ProviderFront()
  await front.listen()
  return front
}

class ProviderFront extends LocalServer {
  readonly #led: Led[] = []
  readonly #pulled = new Set<string>()
  /** The questions under way, by the host that answers them. */
  readonly #asking = new Map<IncomingMessage, string>()

  /** Paths with this prefix are answered by this host. */
  lead(prefix: string, host: string): void {
    this.#led.push({ prefix, host })
  }

  /** Breaks what is asked of a host, and every further connection. */
  pull(host: string): void {
    this.#pulled.add(host)
    for (const [asked, of] of this.#asking) if (of === host) asked.socket.destroy()
  }

  plugIn(host: string): void {
    this.#pulled.delete(host)
  }

  protected override handle(asked: IncomingMessage, answer: ServerResponse): void {
    const host = this.#led.find(({ prefix }) => asked.url?.startsWith(prefix))?.host
    if (host === undefined) return void answer.writeHead(404).end()
    if (this.#pulled.has(host)) return void asked.socket.destroy()
    this.#asking.set(asked, host)
    const { method, headers, url: path } = asked
    const [hostname, port] = host.split(':')
    const behind = request({ hostname, port, method, path, headers: { ...headers, host } }, (from) => {
      answer.writeHead(from.statusCode ?? 502, from.headers)
      from.pipe(answer)
    })
    behind.on('error', () => asked.socket.destroy())
    answer.on('close', () => {
      this.#asking.delete(asked)
      behind.destroy()
    })
    asked.pipe(behind)
  }
}
