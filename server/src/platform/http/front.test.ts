import { once } from 'node:events'
import { readdirSync, statSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { connect } from 'node:net'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'
import fastify from 'fastify'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openBehind, openFront } from './front.ts'
import type { Listeners } from './listeners.ts'

let folder: string
let front: Listeners
let behind: Listeners | undefined
/** Of the slow requests at the API: those that came, and those whose connection closed. */
let [begun, gone] = [0, 0]
let release = () => {}

async function openApi() {
  const app = fastify({ forceCloseConnections: 'idle', bodyLimit: 1024 })
  app.all('/*', (request) => ({
    by: 'api',
    asked: `${request.method} ${request.url}`,
    of: request.ip,
    body: request.body,
  }))
  const released = Promise.withResolvers<void>()
  release = released.resolve
  app.get('/slow', async (request) => {
    request.raw.once('close', () => (gone += 1))
    begun += 1
    await released.promise
    return 'late'
  })
  app.server.on('upgrade', (asked, socket) => {
    socket.write(`HTTP/1.1 101 Switching Protocols\r\n\r\n${String(asked.headers['x-said'])}`)
    socket.on('data', (bytes) => socket.write(bytes)).on('end', () => socket.end())
  })
  behind = await openBehind(app, join(folder, 'api'))
}

beforeEach(async () => {
  begun = gone = 0
  folder = await mkdtemp(join(tmpdir(), 'front-'))
  const receiver = fastify({ forceCloseConnections: 'idle' })
  receiver.all('/hooks/*', ({ ip, url }) => ({ by: 'receiver', of: ip, asked: url }))
  front = await openFront(receiver, {
    port: 0,
    host: '127.0.0.1',
    path: '/hooks/',
    behind: join(folder, 'api'),
  })
  await openApi()
})
afterEach(async () => {
  release()
  await Promise.all([front.close(), behind?.close()])
  await rm(folder, { recursive: true })
})

const kept = new Agent({ keepAlive: true, maxSockets: 1 })

async function ask(path: string, { method = 'GET', body = '' } = {}, agent: Agent | false = false) {
  const headers = body ? { 'content-type': 'application/json' } : {}
  const asked = request({ port: front.port, host: '127.0.0.1', path, method, agent, headers }).end(body)
  const [answer] = await once(asked, 'response')
  const said = await text(answer)
  return { status: answer.statusCode as number, said: said.startsWith('{') ? JSON.parse(said) : said }
}

/** Sends bytes unchanged in several pieces, and returns what comes until the server closes. */
async function raw(...pieces: string[]): Promise<string> {
  const socket = connect(front.port, '127.0.0.1')
  const answer = text(socket)
  for (const piece of pieces) {
    socket.write(piece)
    await wait(20) // so that they arrive apart
  }
  return answer
}

/** A connection that stays open, and what it has received. */
function connected() {
  const socket = connect(front.port, '127.0.0.1')
  const received = { text: '' }
  socket.on('data', (bytes) => (received.text += bytes.toString()))
  return { socket, received }
}

test('the receiving process answers deliveries, and the process behind it everything else, with the caller’s address', async () => {
  expect((await ask('/hooks/sms/1')).said).toEqual({ by: 'receiver', of: '127.0.0.1', asked: '/hooks/sms/1' })
  expect((await ask('/hooks')).said).toMatchObject({ by: 'api', of: '127.0.0.1', asked: 'GET /hooks' })
  const posted = await ask('/bff/x?y=1', { method: 'POST', body: '{"a":1}' })
  expect(posted.said).toEqual({ by: 'api', of: '127.0.0.1', asked: 'POST /bff/x?y=1', body: { a: 1 } })
  const large = await ask('/bff/x', { method: 'POST', body: JSON.stringify('x'.repeat(2_000)) })
  expect(large.status).toBe(413)
})

test('each request of a connection goes to the right server, in any order', async () => {
  for (const first of ['/hooks/1', '/bff/1']) {
    expect((await ask(first, {}, kept)).status).toBe(200)
    const by = []
    for (const path of ['/bff/2', '/hooks/3', '/bff/4'])
      by.push((await ask(path, { method: 'POST', body: '{}' }, kept)).said)
    const hooks = first === '/hooks/1' ? { by: 'receiver', asked: '/hooks/3' } : { asked: 'POST /hooks/3' }
    expect(by).toMatchObject([{ by: 'api', body: {} }, hooks, { by: 'api', of: '127.0.0.1' }])
    kept.destroy()
  }
})

test('a request that arrives in pieces is understood, and an invalid one is refused as the API refuses it', async () => {
  expect(await raw('PO', 'ST /ho', 'oks/1 HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')).toContain(
    'receiver',
  )
  expect(await raw('GE', 'T /hoo', 'ray HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')).toContain(
    '"by":"api"',
  )
  expect(await raw('no request at all\r\n\r\n')).toMatch(/^HTTP\/1.1 400/)
  expect(await raw('x'.repeat(100))).toMatch(/^HTTP\/1.1 400/)
  const cut = connect(front.port, '127.0.0.1')
  cut.end('GET /ho')
  expect(await text(cut)).toBe('')
})

test('a socket is opened upstream, on a new connection and on one with earlier deliveries', async () => {
  for (const before of ['', 'GET /hooks/1 HTTP/1.1\r\nHost: x\r\n\r\n']) {
    const { socket, received } = connected()
    if (before) socket.write(before)
    if (before) await expect.poll(() => received.text).toContain('receiver')
    socket.write(
      'GET /realtime HTTP/1.1\r\nHost: x\r\nX-Said: heard\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n',
    )
    await expect.poll(() => received.text).toMatch(/101 Switching[^]*heard$/)
    socket.write(' and said')
    await expect.poll(() => received.text).toMatch(/heard and said$/)
    socket.destroy()
  }
})

test('when a client disconnects, the connection behind the front closes too', async () => {
  const slow = 'GET /slow HTTP/1.1\r\nHost: x\r\n\r\n'
  for (const [times, before] of ['', 'GET /hooks/1 HTTP/1.1\r\nHost: x\r\n\r\n'].entries()) {
    const { socket, received } = connected()
    if (before) socket.write(before)
    if (before) await expect.poll(() => received.text).toContain('receiver')
    socket.write(slow)
    await expect.poll(() => begun).toBe(times + 1)
    socket.destroy()
  }
  await expect.poll(() => gone).toBe(2)
})

test('a request that cannot be passed on ends only its connection', async () => {
  const stray = (head: string, body = '') =>
    raw(
      'GET /hooks/1 HTTP/1.1\r\nHost: x\r\n\r\n',
      `${head}\r\nHost: x\r\nConnection: close\r\n${body ? `Content-Length: ${body.length}\r\n` : ''}\r\n${body}`,
    )
  expect(await stray('GET /a HTTP/1.1\r\nTrailer: x')).toContain('"asked":"GET /a"')
  expect(await stray('POST /a HTTP/1.1')).toContain('"asked":"POST /a"')
  const json = 'Content-Type: application/json\r\n'
  expect(await stray(`POST /a HTTP/1.1\r\n${json}`.trimEnd(), JSON.stringify('x'.repeat(5_000)))).toMatch(
    / (413|502) /,
  )
  expect((await ask('/hooks/1')).status).toBe(200)
  expect((await ask('/bff/1')).status).toBe(200)
})

test('a request that was passed on leaves its connection open', async () => {
  expect((await ask('/hooks/1', {}, kept)).status).toBe(200)
  const asked = request({ port: front.port, host: '127.0.0.1', path: '/bff/1', agent: kept }).end()
  const [answer] = await once(asked, 'response')
  await text(answer)
  expect([asked.reusedSocket, answer.headers.connection]).toEqual([true, 'keep-alive'])
  kept.destroy()
})

test('the front closes without waiting for silent connections', async () => {
  const silent = connect(front.port, '127.0.0.1')
  await once(silent, 'connect')
  await wait(50)
  await front.close()
  if (!silent.closed) await once(silent, 'close')
})

test('only the same user can connect to the sockets of the process behind', async () => {
  for (const name of readdirSync(folder)) expect(statSync(join(folder, name)).mode & 0o777).toBe(0o600)
})

test('while the API is down, deliveries are accepted and other requests get 503', async () => {
  await behind?.close()
  expect((await ask('/hooks/1', {}, kept)).status).toBe(200)
  expect((await ask('/bff/1', {}, kept)).status).toBe(503)
  kept.destroy()
  expect((await ask('/bff/1')).status).toBe(503)
  await openApi()
  expect((await ask('/bff/1')).status).toBe(200)
})
