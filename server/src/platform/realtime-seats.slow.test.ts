import type { AddressInfo } from 'node:net'
import fastify, { type FastifyInstance } from 'fastify'
import { io } from 'socket.io-client'
import { expect, test } from 'vitest'
import { mostSockets, openRealtime } from './realtime.ts'
import { useTestWorld } from '#testing/test-world.ts'
import type { World, WorldTenant } from '#testing/world.ts'

let world: World
let tenant: WorldTenant

useTestWorld(async (opened) => {
  world = opened
  tenant = await world.makeTenant('seats')
})

test('connections that close while their tokens are checked take no seats of their user', async () => {
  const { promise: closedMeanwhile, resolve: goOn } = Promise.withResolvers<void>()
  let checks = 0
  const app = fastify()
  const realtime = openRealtime(app, {
    databaseUrl: world.ctx.databaseUrl,
    log: world.ctx.log,
    now: world.ctx.now,
    trustedProxies: 0,
    verifyToken: async () => {
      checks += 1
      await closedMeanwhile
      return { tenantId: tenant.id, userId: tenant.users.analyst }
    },
    slicesFor: () => Promise.resolve(new Map([[tenant.users.analyst, new Set(['contacts'])]])),
  })
  try {
    await app.listen({ port: 0, host: '127.0.0.1' })
    const at = `127.0.0.1:${(app.server.address() as AddressInfo).port}`
    const connections = Array.from({ length: mostSockets.perPerson }, () => attempt(at))
    await expect.poll(() => checks, { timeout: 10_000 }).toBe(mostSockets.perPerson)
    for (const connection of connections) connection.close()
    await expect.poll(() => connectionsOf(app), { timeout: 10_000 }).toBe(0)
    goOn()
    const socket = io(`http://${at}`, {
      path: '/bff/realtime',
      transports: ['websocket'],
      auth: { token: 'valid' },
      reconnection: false,
    })
    const outcome = new Promise((resolve) => {
      socket.once('connect', () => resolve('open'))
      socket.once('connect_error', ({ message }) => resolve(message))
    })
    expect(await outcome).toBe('open')
    socket.close()
  } finally {
    await realtime.close()
    await app.close()
  }
})

/** A connection that asks for a socket as soon as it is open. */
function attempt(at: string): WebSocket {
  const connection = new WebSocket(`ws://${at}/bff/realtime/?EIO=4&transport=websocket`)
  connection.addEventListener('message', ({ data }) => {
    if (String(data).startsWith('0')) connection.send('40{"token":"valid"}')
  })
  return connection
}

const connectionsOf = ({ server }: FastifyInstance) =>
  new Promise<number>((resolve, reject) => {
    server.getConnections((error, count) => (error ? reject(error) : resolve(count)))
  })
