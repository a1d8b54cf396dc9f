import { io, type Socket } from 'socket.io-client'
import { afterEach } from 'vitest'

interface Opening {
  /** Of the server. */
  readonly at: string
  readonly token: unknown
  readonly headers?: Record<string, string>
  readonly ageMs?: number
}

/** Opens sockets, which close after each test. */
export function useSockets() {
  const sockets: Socket[] = []
  afterEach(() => {
    for (const socket of sockets.splice(0)) socket.close()
  })
  return ({ at, token, headers = {}, ageMs = 0 }: Opening): Socket => {
    const socket = io(at, {
      path: '/bff/realtime',
      transports: ['websocket'],
      auth: { token, ageMs },
      reconnection: false,
      forceNew: true,
      extraHeaders: headers,
    })
    sockets.push(socket)
    return socket
  }
}

/** The next event of this name at a socket, or undefined after `ms`. */
export function hear(socket: Socket, name: string, ms = 3_000): Promise<unknown> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(undefined), ms)
    socket.once(name, (value: unknown) => {
      clearTimeout(timer)
      resolve(value ?? name)
    })
  })
}

/** The next change of exactly this slice at a socket. */
export const hearOnly = (socket: Socket, slice: string) =>
  new Promise<void>((resolve) => {
    socket.on('changed', (slices: unknown) => {
      if (JSON.stringify(slices) === JSON.stringify([slice])) resolve()
    })
  })
