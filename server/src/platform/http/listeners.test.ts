import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setImmediate } from 'node:timers/promises'
import fastify from 'fastify'
import { expect, test } from 'vitest'
import { until } from '#testing/until.ts'
import { type Listeners, openListeners } from './listeners.ts'

const host = '127.0.0.1'

async function open() {
  const app = fastify({ forceCloseConnections: 'idle' })
  const waiting: (() => void)[] = []
  app.get('/now', () => 'now')
  app.get('/later', () => new Promise<string>((resolve) => waiting.push(() => resolve('later'))))
  const listeners = await openListeners(app, { port: 0, host })
  return { listeners, waiting }
}

function begin({ port }: Listeners, path: string): { socket: Socket; said: () => string } {
  const socket = connect(port, host)
  let said = ''
  socket.on('data', (text) => (said += text.toString()))
  socket.on('error', () => {})
  socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`)
  return { socket, said: () => said }
}

async function ask(listeners: Listeners, path: string) {
  const asked = begin(listeners, path)
  await once(asked.socket, 'connect')
  return asked
}

const askOften = (listeners: Listeners, path: string) =>
  Promise.all(Array.from({ length: 50 }, () => ask(listeners, path)))

test.skipIf(process.platform !== 'linux')(
  'connections do not wait for as many turns of the loop as there are others before them',
  async () => {
    const { listeners } = await open()
    const asked = Array.from({ length: 80 }, () => begin(listeners, '/now'))
    let turns = 0
    for (; asked.some(({ said }) => said() === ''); turns += 1) {
      const end = performance.now() + 5
      while (performance.now() < end);
      await setImmediate()
    }
    expect(turns).toBeLessThan(60)
    await listeners.close()
  },
)

test('closing waits for requests in progress on any socket, but not for idle connections', async () => {
  const { listeners, waiting } = await open()
  // Enough requests for each socket to get some.
  const [idle, asked] = await Promise.all([askOften(listeners, '/now'), askOften(listeners, '/later')])
  await until(() => idle.every(({ said }) => said().endsWith('now')) && waiting.length === asked.length)
  let isClosed = false
  const closed = listeners.close().then(() => (isClosed = true))
  await until(() => idle.every(({ socket }) => socket.closed))
  expect(isClosed).toBe(false)
  for (const answer of waiting) answer()
  await closed
  await until(() => asked.every(({ said }) => said().endsWith('later')))
  await expect(ask(listeners, '/now')).rejects.toThrow(/ECONNREFUSED/)
})

test('a port that another program uses counts as taken', async () => {
  const { listeners } = await open()
  const other = fastify()
  await expect(other.listen({ port: listeners.port, host })).rejects.toThrow(/EADDRINUSE/)
  await Promise.all([listeners.close(), other.close()])
})
