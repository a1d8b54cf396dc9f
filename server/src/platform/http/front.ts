/**
 * The front of a node. The receiving process has the port, answers deliveries itself, and passes every other connection on,
 * byte for byte, to the process behind it. Requests of users and strangers cannot delay a delivery, because another process handles
 * them.
 */
import { type IncomingMessage, request as askBehind, type Server, type ServerResponse } from 'node:http'
import { connect, type Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { hand, innerSockets, openListeners, type Listeners, openInnerListeners } from './listeners.ts'
import { httpLimits } from './server.ts'

interface FrontOptions {
  readonly port: number
  readonly host: string
  /** The start of the paths that are answered here, such as `/hooks/`. */
  readonly path: string
  /** The socket in the file system of the process behind (`openBehind`). */
  readonly behind: string
}

/** A silent connection is not a caller. */
const firstWordsMs = 20_000
/** Enough for a method, a space and the start of a path. */
const mostFirstBytes = 64

/**
 * Opens the front. A connection goes to the process for its first request. On a connection that stays here, further
 * requests may be for the process behind, as when a proxy keeps connections open for all paths: these are passed on one by
 * one.
 */
export async function openFront(
  receiver: FastifyInstance,
  { port, host, path, behind }: FrontOptions,
): Promise<Listeners> {
  const isDelivery = (words: string): boolean | undefined => {
    const target = words.indexOf(' ') + 1
    const begun = target === 0 ? '' : words.slice(target, target + path.length)
    if (begun.length === path.length || !path.startsWith(begun)) return begun === path
    return words.length < mostFirstBytes ? undefined : false
  }
  passStrayRequests(receiver.server, { path, behind })
  const silent = new Set<Socket>()
  const listeners = await openListeners(receiver, { port, host }, (socket) => {
    silent.add(socket)
    socket.once('close', () => silent.delete(socket))
    listenFirst(socket, isDelivery, (isOurs) => {
      silent.delete(socket)
      if (isOurs) hand(receiver.server, socket)
      else pass(socket, behind)
    })
  })
  return {
    port: listeners.port,
    close() {
      for (const socket of silent) socket.destroy()
      return listeners.close()
    },
  }
}

type Answering = (request: IncomingMessage, response: ServerResponse) => void

function passStrayRequests(server: Server, { path, behind }: Pick<FrontOptions, 'path' | 'behind'>): void {
  const answering = server.listeners('request') as Answering[]
  server.removeAllListeners('request')
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    if (!request.url?.startsWith(path)) return passRequest(request, response, behind)
    for (const answer of answering) answer.call(server, request, response)
  })
  server.on('upgrade', ({ method, url, rawHeaders, httpVersion }, socket: Socket, head: Buffer) => {
    const headers = rawHeaders.map((text, n) => (n % 2 === 0 ? `${text}: ` : `${text}\r\n`)).join('')
    socket.unshift(
      Buffer.concat([Buffer.from(`${method} ${url} HTTP/${httpVersion}\r\n${headers}\r\n`, 'latin1'), head]),
    )
    pass(socket, behind)
  })
}

function passRequest(request: IncomingMessage, response: ServerResponse, behind: string): void {
  const { method, url, rawHeaders, headers, socket } = request
  const far = reach(behind, socket)
  let isThere = false
  far.once('connect', () => (isThere = true))
  const giveUp = (): void => {
    far.destroy()
    if (response.headersSent) return void response.destroy()
    // The process may have done the work, so repeating the request is safe only if it was not running.
    if (isThere) response.writeHead(502, { connection: 'close' }).end()
    else response.writeHead(503, { 'retry-after': '2' }).end()
  }
  const hasBody = headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined
  try {
    const passed = askBehind({
      method,
      path: url,
      headers: [...endToEnd(rawHeaders), ...(hasBody ? [] : ['content-length', '0'])],
      createConnection: () => far,
    })
    passed.once('response', (answer) => {
      answer.once('error', () => response.destroy())
      response.writeHead(answer.statusCode ?? 502, answer.statusMessage, endToEnd(answer.rawHeaders))
      answer.pipe(response)
    })
    passed.on('error', giveUp)
    response.once('close', () => passed.destroy())
    request.pipe(passed)
  } catch {
    giveUp() // a header that may arrive, but must not be sent
  }
}

/** Headers alternate names and values. Those of a single connection are not passed on. */
const endToEnd = (raw: readonly string[]) =>
  raw.flatMap((name, n) =>
    n % 2 === 0 && !/^(connection|keep-alive|proxy-connection|trailer)$/i.test(name)
      ? [name, raw[n + 1] ?? '']
      : [],
  )

/** Makes `app` reachable only through a front, which passes the client's address of each connection. */
export const openBehind = (app: FastifyInstance, path: string): Promise<Listeners> =>
  openInnerListeners(app, path, (socket) => {
    listenFirst(socket, callerIn, ({ address, port, length }) => {
      socket.read(length)
      Object.defineProperties(socket, { remoteAddress: { value: address }, remotePort: { value: port } })
      hand(app.server, socket)
    })
  })

interface Caller {
  readonly address: string
  readonly port: number
  /** The client's address in bytes. */
  readonly length: number
}

/** Opens a connection to the process behind, on behalf of `caller`. */
function reach(behind: string, { remoteAddress = '', remotePort = 0 }: Socket): Socket {
  const sockets = innerSockets(behind)
  // By the caller's port, so that the load is even. Systems assign every second port, so it is halved.
  const far = connect({ path: sockets[(remotePort >> 1) % sockets.length] ?? behind, allowHalfOpen: true })
  far.write(`${remoteAddress} ${remotePort}\n`)
  return far
}

function callerIn(words: string): Caller | undefined {
  const end = words.indexOf('\n')
  const [address = '', port = ''] = words.slice(0, end).split(' ')
  return end < 0 ? undefined : { address, port: Number(port), length: end + 1 }
}

/** Reads until `understand` returns a result, then puts the bytes back for the next reader. */
function listenFirst<Understood>(
  socket: Socket,
  understand: (words: string) => Understood | undefined,
  then: (understood: Understood) => void,
): void {
  const leave = () => socket.destroy()
  const late = setTimeout(leave, firstWordsMs).unref()
  let heard = Buffer.alloc(0)
  const hear = () => {
    const bytes = socket.read() as Buffer | null
    if (bytes === null) return
    heard = Buffer.concat([heard, bytes])
    const understood = understand(heard.toString('latin1', 0, mostFirstBytes + 64))
    if (understood === undefined) {
      if (heard.length > mostFirstBytes + 64) socket.destroy()
      return
    }
    clearTimeout(late)
    socket.off('readable', hear).off('error', leave).off('end', leave)
    socket.unshift(heard)
    then(understood)
  }
  socket.on('error', leave).on('end', leave)
  socket.once('close', () => clearTimeout(late))
  socket.on('readable', hear)
}

const noBackend =
  'HTTP/1.1 503 Service Unavailable\r\nretry-after: 2\r\ncontent-length: 0\r\nconnection: close\r\n\r\n'

/** If either side ends, the other ends too. */
function pass(near: Socket, behind: string): void {
  const far = reach(behind, near)
  let isThere = false
  far.once('connect', () => (isThere = true))
  // A client that stops reading would keep both ends open, although the process behind has given it up.
  near.setTimeout(httpLimits.connectionTimeoutMs + 5_000, () => near.destroy())
  far.on('error', () => {
    if (isThere) near.destroy()
    else near.end(noBackend, () => near.destroySoon())
  })
  near.on('error', () => far.destroy())
  near.on('close', () => far.destroy())
  far.on('close', () => isThere && near.destroySoon())
  near.pipe(far)
  far.pipe(near)
}
