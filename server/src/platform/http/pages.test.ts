import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { servePages } from './pages.ts'

let folder: string
let app: FastifyInstance
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'verbatim-pages-'))
  for (const name of ['console', 'messenger']) {
    await mkdir(join(folder, name, 'assets'), { recursive: true })
    await writeFile(join(folder, name, 'index.html'), `<title>${name}</title>`)
  }
  await writeFile(join(folder, 'console', '.complete'), 'built')
  await mkdir(join(folder, 'console', '.build'))
  await writeFile(join(folder, 'console', '.build', 'list.json'), '{}')
  await writeFile(join(folder, 'console', 'first.js'), 'first()')
  await writeFile(join(folder, 'console', 'first.js.gz'), 'packed')
  await writeFile(join(folder, 'console', 'assets', 'words-Ab12Cd34.js'), 'words()')
  await writeFile(join(folder, 'secret.txt'), 'secret')
  app = Fastify()
  await servePages(app, [
    { folder: join(folder, 'console'), prefix: '/' },
    { folder: join(folder, 'messenger'), prefix: '/messenger/' },
    { folder: join(folder, 'unbuilt'), prefix: '/unbuilt/' },
  ])
})
afterAll(async () => {
  await app.close()
  await rm(folder, { recursive: true })
})

const asPage = { accept: 'text/html,*/*' }
const get = (url: string, headers: Record<string, string> = {}) => app.inject({ url, headers })

describe('a built app', () => {
  test.each([
    ['/', 'console'],
    ['/policies/42?tab=rules', 'console'],
    ['/assets-of-clients', 'console'],
    ['/unbuilt/', 'console'],
    ['/messenger/', 'messenger'],
    ['/messenger/chats/42', 'messenger'],
  ])('answers %s with the page of its %s', async (url, title) => {
    const { statusCode, headers, body } = await get(url, asPage)
    expect({ statusCode, body }).toEqual({ statusCode: 200, body: `<title>${title}</title>` })
    expect(headers['content-type']).toMatch(/^text\/html/)
    expect(headers['cache-control']).toBe('no-cache')
  })

  test('is redirected to its path with a slash', async () => {
    const { statusCode, headers } = await get('/messenger', asPage)
    expect([statusCode, headers.location]).toEqual([308, '/messenger/'])
  })

  test('has its files, of which those with a hash may be kept forever', async () => {
    const first = await get('/first.js?v=2')
    expect([first.body, first.headers['cache-control']]).toEqual(['first()', 'no-cache'])
    expect(first.headers['content-type']).toMatch(/^(text|application)\/javascript/)
    const words = await get('/assets/words-Ab12Cd34.js')
    expect([words.body, words.headers['cache-control']]).toEqual([
      'words()',
      'public, max-age=31536000, immutable',
    ])
    const head = await app.inject({ method: 'HEAD', url: '/first.js' })
    expect([head.statusCode, head.headers['content-length'], head.body]).toEqual([200, '7', ''])
  })

  test('sends a packed file to browsers that unpack it, and asks nothing twice', async () => {
    const packed = await get('/first.js', { 'accept-encoding': 'gzip' })
    expect([packed.body, packed.headers['content-encoding']]).toEqual(['packed', 'gzip'])
    const again = await get('/first.js', {
      'if-none-match': String((await get('/first.js')).headers['etag']),
    })
    expect(again.statusCode).toBe(304)
  })

  test.each([
    ['a missing file', '/assets/gone-Ab12Cd34.js', asPage],
    ['an address of the API', '/bff/api/v1/unknown', asPage],
    ['an address of the messenger’s API', '/messenger/api/v1/unknown', asPage],
    ['a missing file of the messenger', '/messenger/assets/gone-Ab12Cd34.js', asPage],
    ['a request for anything but a page', '/policies/42', { accept: 'application/json' }],
    ['a file that begins with a dot', '/.complete', {}],
    ['a file in a folder that begins with a dot', '/.build/list.json', {}],
    ['a file beside its folder', '/..%2fsecret.txt', {}],
  ])('is not the answer for %s', async (_, url, headers) => {
    expect((await get(url, headers)).statusCode).toBe(404)
  })
})
