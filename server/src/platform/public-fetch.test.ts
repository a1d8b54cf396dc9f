import type { IncomingHttpHeaders, ServerResponse } from 'node:http'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type LocalServer, openLocalServer } from '#testing/fakes/local-server.ts'
import { callProvider, publicFetch } from './public-fetch.ts'

test.each([
  'http://example.com/',
  'https://127.0.0.1/',
  'https://[::1]/',
  'https://2130706433/',
  'https://0x7f.1/',
  'https://localhost/',
])('%s is not called', async (address) => {
  await expect(publicFetch(address)).rejects.toThrow()
})

describe('an answer', () => {
  let answer: (response: ServerResponse) => void = () => {}
  let asked: IncomingHttpHeaders = {}
  let server: LocalServer
  let host = ''
  beforeAll(async () => {
    server = await openLocalServer((request, response) => {
      asked = request.headers
      answer(response)
    })
    host = server.host
  })
  afterAll(() => server.close())
  const get = (init = {}) => publicFetch(`http://${host}/`, init, [host])

  test('is asked for unpacked, and read', async () => {
    answer = (response) => response.writeHead(200, { 'content-type': 'application/json' }).end('{"a":1}')
    const found = await get({ headers: { accept: 'application/json', 'Accept-Encoding': 'gzip' } })
    expect([found.status, found.headers.get('content-type')]).toEqual([200, 'application/json'])
    expect(await found.json()).toEqual({ a: 1 })
    expect([asked.accept, asked['accept-encoding']]).toEqual(['application/json', 'identity'])
    answer = (response) => response.writeHead(302, { location: 'https://elsewhere.example/' }).end()
    expect((await get()).headers.get('location')).toBe('https://elsewhere.example/')
    answer = (response) => response.writeHead(204).end()
    expect((await get()).status).toBe(204)
  })

  test.each(['gzip', 'deflate', 'br', 'gzip, gzip', 'zstd'])(
    'packed as %s is refused unread',
    async (encoding) => {
      const bomb = gzipSync(Buffer.alloc(32 * 1024 * 1024))
      answer = (response) => response.writeHead(200, { 'content-encoding': encoding }).end(bomb)
      await expect(get()).rejects.toThrow('encoded answer')
    },
  )

  test('that never ends is cut', async () => {
    let sent = 0
    answer = (response) => {
      response.writeHead(200)
      const more = () => {
        while (!response.destroyed && response.write(Buffer.alloc(64 * 1024))) sent += 1
      }
      response.on('drain', more)
      more()
    }
    await expect(get()).rejects.toThrow('more than')
    expect(sent * 64 * 1024).toBeLessThan(64 * 1024 * 1024)
  })

  const date = 'Fri, 27 Nov 2026 06:00:00 GMT'
  test.each([
    ['seconds', { 'retry-after': '7' }, 7_000],
    ['a date by its own clock', { date, 'retry-after': 'Fri, 27 Nov 2026 06:02:00 GMT' }, 120_000],
    ['more than an hour', { 'retry-after': '86400' }, 3_600_000],
    ['a date that is over', { date, 'retry-after': 'Fri, 27 Nov 2026 05:00:00 GMT' }, undefined],
    ['no time', { 'retry-after': '0' }, undefined],
    ['something else', { 'retry-after': '-1, soon' }, undefined],
    ['nothing', {}, undefined],
  ])('says when to ask again: %s', async (_, headers, ms) => {
    answer = (response) => response.writeHead(503, headers).end()
    const limits = { timeoutMs: 5_000, maxBytes: 1_000, extraHosts: [host] }
    const found = await callProvider(new URL(`http://${host}/`), limits)
    expect([found.status, found.retryAfterMs]).toEqual([503, ms])
  })
})
