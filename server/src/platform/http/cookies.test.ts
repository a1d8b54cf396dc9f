import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { originOf, readCookie, setCookie } from './cookies.ts'

const cookie = { name: 'test', lifeSeconds: 60, sameSite: 'Lax' } as const
const value = 'v'.repeat(43)

function openServer(publicBaseUrl: string, trustProxy = false) {
  const app = Fastify({ trustProxy })
  app.get('/set', (_request, reply) => {
    setCookie(publicBaseUrl, reply, cookie, value)
    return reply.send()
  })
  app.get('/unset', (_request, reply) => {
    setCookie(publicBaseUrl, reply, cookie, undefined)
    return reply.send()
  })
  app.get('/read', (request) => ({
    value: readCookie(publicBaseUrl, request, cookie),
    origin: originOf(publicBaseUrl, request),
  }))
  return app
}

test('if the public address is encrypted, every cookie is secure, even if the proxy reports a plain request', async () => {
  const app = openServer('https://acme.example.com')
  const { headers } = await app.inject({ url: '/set', headers: { host: 'acme.example.com' } })
  expect(headers['set-cookie']).toBe(
    `__Host-verbatim-test=${value}; Path=/; HttpOnly; SameSite=Lax; Secure; Max-Age=60`,
  )
  const read = (sent: string) =>
    app.inject({ url: '/read', headers: { host: 'acme.example.com', cookie: sent } })
  expect((await read(`a=b; __Host-verbatim-test=${value}`)).json()).toEqual({
    value,
    origin: 'https://acme.example.com',
  })
  // A cookie that a neighbour's host could have set.
  expect((await read(`verbatim-test=${value}`)).json().value).toBeUndefined()
  expect((await app.inject('/unset')).headers['set-cookie']).toBe(
    '__Host-verbatim-test=; Path=/; HttpOnly; SameSite=Lax; Secure; Max-Age=0',
  )
})

test('without encryption, cookies are not secure, unless our proxy reports an encrypted request', async () => {
  const app = openServer('http://localhost:3000', true)
  expect((await app.inject('/set')).headers['set-cookie']).toBe(
    `verbatim-test=${value}; Path=/; HttpOnly; SameSite=Lax; Max-Age=60`,
  )
  const headers = { 'x-forwarded-proto': 'https' }
  expect((await app.inject({ url: '/set', headers })).headers['set-cookie']).toContain('__Host-')
})

test('nothing else sets a cookie', () => {
  const folder = fileURLToPath(new URL('../../', import.meta.url))
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  const setting = files.filter(
    (file) =>
      file.endsWith('.ts') &&
      !/\.test\.ts$|^testing\//.test(file) &&
      /set-cookie/i.test(readFileSync(folder + file, 'utf8')),
  )
  // The other one reads the cookies in the answers of other servers.
  expect(setting.toSorted()).toEqual(['platform/http/cookies.ts', 'platform/public-fetch.ts'])
})
