import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setImmediate, setTimeout as wait } from 'node:timers/promises'
import fastify from 'fastify'
import { expect, test } from 'vitest'
import { type OpenDoors, openDoors } from './open-doors.ts'

const host = '127.0.0.1'

async function open() {
  const app = fastify({ forceCloseConnections: 'idle' })
  const waiting: (() => void)[] = []
  app.get('/now', () => 'now')
  app.get('/later', () => new Promise<string>((resolve) => waiting.push(() => resolve('later'))))
  const doors = await openDoors(app, { port: 0, host })
  return { doors, waiting }
}

function begin({ port }: OpenDoors, path: string): { socket: Socket; said: () => string } {
  const socket = connect(port, host)
  let said = ''
  socket.on('data', (text) => (said += text.toString()))
  socket.on('error', () => {})
  socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`)
  return { socket, said: () => said }
}

async function ask(doors: OpenDoors, path: string) {
  const asked = begin(doors, path)
  await once(asked.socket, 'connect')
  return asked
}

const askOften = (doors: OpenDoors, path: string) =>
  Promise.all(Array.from({ length: 50 }, () => ask(doors, path)))

const until = async (holds: () => boolean) => {
  while (!holds()) await wait(5)
}

test.skipIf(process.platform !== 'linux')(
  'connections do not wait for as many turns of the loop as there are others before them',
  async () => {
    const { doors } = await open()
    const asked = Array.from({ length: 80 }, () => begin(doors, '/now'))
    let turns = 0
    for (; asked.some(({ said }) => said() === ''); turns += 1) {
      const end = performance.now() + 5
      while (performance.now() < end);
      await setImmediate()
    }
    expect(turns).toBeLessThan(60)
    await doors.close()
  },
)

test('a close waits for what is being answered, at whichever socket, and for no idle connection', async () => {
  const { doors, waiting } = await open()
  // So many that each socket has some.
  const [idle, asked] = await Promise.all([askOften(doors, '/now'), askOften(doors, '/later')])
  await until(() => idle.every(({ said }) => said().endsWith('now')) && waiting.length === asked.length)
  let isClosed = false
  const closed = doors.close().then(() => (isClosed = true))
  await wait(200)
  expect([isClosed, idle.every(({ socket }) => socket.closed)]).toEqual([false, true])
  for (const answer of waiting) answer()
  await closed
  await until(() => asked.every(({ said }) => said().endsWith('later')))
  await expect(ask(doors, '/now')).rejects.toThrow(/ECONNREFUSED/)
})

test('a port that another program has is taken', async () => {
  const { doors } = await open()
  const other = fastify()
  await expect(other.listen({ port: doors.port, host })).rejects.toThrow(/EADDRINUSE/)
  await Promise.all([doors.close(), other.close()])
})
