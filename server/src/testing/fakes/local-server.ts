import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** An HTTP server of a fake, on this machine alone, at a port that was free. */
export abstract class LocalServer implements AsyncDisposable {
  readonly #server = createServer((asked, answer) => void this.handle(asked, answer))
  #port = 0

  /** Answers one request. */
  protected abstract handle(asked: IncomingMessage, answer: ServerResponse): unknown

  /** Again at the same port, after `close`. */
  async listen(): Promise<void> {
    await new Promise<void>((done) => this.#server.listen(this.#port, '127.0.0.1', done))
    this.#port = (this.#server.address() as AddressInfo).port
  }

  get port(): number {
    return this.#port
  }

  /** `host:port`, as hosts are named in the configuration. */
  get host(): string {
    return `127.0.0.1:${this.#port}`
  }

  /** Ends the connections of those who wait for an answer. */
  hangUp(): void {
    this.#server.closeAllConnections()
  }

  async close(): Promise<void> {
    this.hangUp()
    await new Promise((done) => this.#server.close(done))
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close()
  }
}

/** The same for a fake that is one function. */
export async function openLocalServer(
  handle: (asked: IncomingMessage, answer: ServerResponse) => unknown,
): Promise<LocalServer> {
  const server = new (class extends LocalServer {
    protected handle = handle
  })()
  await server.listen()
  return server
}
