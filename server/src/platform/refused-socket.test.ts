import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { listenForChanges } from '@verbatim/client/realtime.ts'
import type { Session } from '@verbatim/client/session.ts'
import { Server } from 'socket.io'
import { afterEach, expect, test, vi } from 'vitest'

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

test('a page whose socket is refused because of limits waits a minute or two, then tries again', async () => {
  const server = createServer()
  const io = new Server(server, { path: '/bff/realtime', serveClient: false, transports: ['websocket'] })
  let tries = 0
  io.use((_socket, next) => {
    tries += 1
    next(tries < 3 ? new Error('sockets.too-many') : undefined)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  vi.stubGlobal('location', { protocol: 'http:', host, hostname: '127.0.0.1', port: host.split(':')[1] })
  const notified: ReadonlySet<string>[] = []
  const session = {
    accessToken: () => Promise.resolve('token'),
    person: () => undefined,
  } as unknown as Session
  const chance = vi.spyOn(Math, 'random').mockReturnValue(0)
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const stop = listenForChanges(session, (slices) => void notified.push(slices))

  // The connection itself is real: a page that is refused closes it.
  const heard = async (count: number) => {
    while (tries < count || (count < 3 && io.engine.clientsCount > 0)) await new Promise(setImmediate)
    expect(tries).toBe(count)
  }
  await heard(1)
  // Not longer than until it tries, because the real connection also uses this clock while it opens.
  for (const [before, waits] of [
    [1, 60_000],
    [2, 90_000],
  ] as const) {
    await vi.advanceTimersByTimeAsync(waits - 1)
    await heard(before)
    chance.mockReturnValue(0.5)
    await vi.advanceTimersByTimeAsync(1)
    await heard(before + 1)
  }
  // In small steps, so that the timers of a slow connection do not expire.
  while (notified.length === 0) {
    await new Promise(setImmediate)
    await vi.advanceTimersByTimeAsync(1)
  }
  await vi.advanceTimersByTimeAsync(1_000)
  expect(notified).toHaveLength(1) // once it is connected again, everything may have changed
  stop()
  await io.close()
})
