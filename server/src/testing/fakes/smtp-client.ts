import { connect, type Socket } from 'node:net'
import { once } from 'node:events'
import type { TLSSocket } from 'node:tls'

/** A mail sender that sends exactly the given lines, valid or not, and returns every line of the answer. */
export async function openSmtpClient(port: number): Promise<SmtpClient> {
  const client = new SmtpClient(connect(port, '127.0.0.1'))
  await client.hear()
  return client
}

export class SmtpClient {
  readonly #socket: Socket
  #heard = ''

  constructor(socket: Socket) {
    this.#socket = socket
    socket.on('data', (bytes: Buffer) => {
      this.#heard += bytes.toString('latin1')
      socket.emit('heard')
    })
    socket.on('error', () => undefined)
    socket.on('close', () => socket.emit('heard'))
  }

  /** The next complete answer, of one line or more; empty if the server has disconnected. */
  async hear(): Promise<string> {
    for (;;) {
      const answer = /^(?:\d{3}-[^\n]*\n)*\d{3} [^\n]*\n/.exec(this.#heard)
      if (answer) {
        this.#heard = this.#heard.slice(answer[0].length)
        return answer[0].trimEnd()
      }
      if (this.#socket.closed) return ''
      await once(this.#socket, 'heard')
    }
  }

  /** Sends a line and returns the answer. */
  async say(line: string): Promise<string> {
    this.write(`${line}\r\n`)
    return this.hear()
  }

  /** The same conversation over a socket that encrypts this one. */
  async over(encrypt: (socket: Socket) => TLSSocket): Promise<SmtpClient> {
    this.#socket.removeAllListeners('data')
    const socket = encrypt(this.#socket)
    await once(socket, 'secureConnect')
    return new SmtpClient(socket)
  }

  /** Sends bytes unchanged. */
  write(bytes: string | Uint8Array): void {
    this.#socket.write(bytes)
  }

  close(): void {
    this.#socket.destroy()
  }
}
