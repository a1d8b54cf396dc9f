/**
 * The time from posting a signed webhook to the notification on a socket that messages changed, compared with
 * a round trip through a bare Socket.IO server.
 */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { io, type Socket } from 'socket.io-client'
import { type Claim, percentile, median, type Row } from './figures.ts'
import { freePort, openProduct } from './product.ts'
import { postMessage } from './deliveries.ts'
import { inRounds } from './timed.ts'

const sends = 40

export const realtime: Claim = {
  name: 'realtime',
  async measure(): Promise<Row[]> {
    await using product = await openProduct()
    const tenant = await product.world.makeTenant('bench')
    const { token } = await product.world.as(tenant, tenant.users.compliance)
    const ours = await connected(
      io(product.origin, { path: '/bff/realtime', transports: ['websocket'], auth: { token } }),
    )
    const port = await freePort()
    const bareServer = fork(new URL('bare-sockets.ts', import.meta.url), [String(port)], { execArgv: [] })
    await once(bareServer, 'message')
    const bare = await connected(io(`http://127.0.0.1:${port}`, { transports: ['websocket'] }))

    const times = await inRounds({ rounds: sends, warmUps: 3 }, async (round) => {
      const heard = await timeTo(ours, 'changed', () =>
        postMessage(product, tenant, 'Shall we talk tomorrow?'),
      )
      const floor = await timeTo(bare, 'said', () => bare.emit('say', 'word'))
      // The next one must not be combined with this one.
      await new Promise((resolve) => setTimeout(resolve, 200 + 7 * round))
      return { ours: heard, bare: floor }
    })
    ours.close()
    bare.close()
    bareServer.disconnect()
    const shared = { against: 'bare Socket.IO, there and back', unit: 'ms' } as const
    return [
      {
        what: 'Webhook posted to change heard, median',
        ours: median(times.ours),
        floor: median(times.bare),
        ...shared,
      },
      {
        what: 'Webhook posted to change heard, p95',
        ours: percentile(times.ours, 0.95),
        floor: percentile(times.bare, 0.95),
        ...shared,
      },
    ]
  },
}

async function connected(socket: Socket): Promise<Socket> {
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve)
    socket.once('connect_error', reject)
  })
  return socket
}

async function timeTo(socket: Socket, event: string, act: () => unknown): Promise<number> {
  const began = performance.now()
  const heard = new Promise<number>((resolve) => socket.once(event, () => resolve(performance.now() - began)))
  await act()
  return heard
}
