import type { Socket } from 'node:net'
import type { TLSSocket } from 'node:tls'
import { SMTPConnection, type SMTPConnectionOptions } from 'smtp-server/lib/smtp-connection.js'
import { SMTPServer } from 'smtp-server'

/**
 * A mail server for which only CR LF ends a line, even when it removes the dots that SMTP adds: its library also removes one
 * after a bare LF, where no sender has added it, and a mail would lose a character. Source: RFC 5321 §2.3.8, §4.5.2.
 */
export class StrictSmtpServer extends SMTPServer {
  override connect(socket: Socket | TLSSocket, options?: SMTPConnectionOptions | null): void {
    const connection = new StrictConnection(this, socket, options)
    this.connections.add(connection)
    connection.on('error', (error) => this._onError(error))
    connection.on('connect', (client) => this._onClientConnect(client))
    connection.init()
  }

  /** Ends a connection whose time is over, or whose place is needed, at any point. */
  hangUp(sessionId: string): void {
    for (const connection of this.connections) {
      if (connection.session.id !== sessionId) continue
      connection.send(421, '4.4.2 Too slow, try again')
      connection.close()
    }
  }
}

class StrictConnection extends SMTPConnection {
  override _createParser(): ReturnType<SMTPConnection['_createParser']> {
    const parser = super._createParser()
    const write = parser._write.bind(parser)
    const begin = parser.startDataMode.bind(parser)
    let guard = bareDotGuard()
    parser.startDataMode = (maxBytes) => {
      guard = bareDotGuard()
      return begin(maxBytes)
    }
    parser._write = (chunk, encoding, next) => write(parser._dataMode ? guard(chunk) : chunk, encoding, next)
    return parser
  }
}

const bareDots = Buffer.from('\n..')
const dot = Buffer.from('.')
const carriageReturn = 0x0d

/** Adds to a mail that arrives in pieces the dot that the library will remove after a bare LF. */
export function bareDotGuard(): (piece: Buffer) => Buffer {
  let before: Buffer = Buffer.alloc(0)
  return (piece) => {
    const bytes = before.length === 0 ? piece : Buffer.concat([before, piece])
    const parts: Buffer[] = []
    let done = before.length
    for (let at = bytes.indexOf(bareDots); at !== -1; at = bytes.indexOf(bareDots, at + 1)) {
      const second = at + 2
      if (bytes[at - 1] === carriageReturn || second < before.length) continue
      parts.push(bytes.subarray(done, second), dot)
      done = second
    }
    const guarded = parts.length === 0 ? piece : Buffer.concat([...parts, bytes.subarray(done)])
    before = Buffer.from(bytes.subarray(Math.max(0, bytes.length - 3)))
    return guarded
  }
}
