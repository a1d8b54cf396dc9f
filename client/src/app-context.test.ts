import { endpoint } from '@verbatim/contract/endpoint.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { openAppContext } from './app-context.ts'

const addresses = { MESSENGER_API_URL: '', INTEGRATIONS_API_URL: '', APP_RELEASE_VERSION: '1.2.3' }
let runtime: object
let asked: string[]
const answers: Readonly<Record<string, () => object>> = {
  '/config.json': () => runtime,
  '/config/cognito': () => ({
    userPoolId: 'local_Pool1',
    userPoolClientId: 'app1',
    identityCognitoDomain: '',
    tenantId: '01900000-0000-7000-8000-000000000001',
  }),
  '/bff/organizations/basic': () => ({ name: 'Halden & Marsh', language: 'en' }),
}

beforeEach(() => {
  asked = []
  vi.stubGlobal('sessionStorage', { getItem: () => null, setItem: () => {}, removeItem: () => {} })
  vi.stubGlobal('location', new URL('https://acme.verbatim.example'))
  vi.stubGlobal('fetch', (input: string) => {
    asked.push(input)
    const path = new URL(input, location.href).pathname
    return Promise.resolve(Response.json(answers[path]?.() ?? {}, { status: answers[path] ? 200 : 404 }))
  })
})
afterEach(() => vi.unstubAllGlobals())

const open = () => openAppContext('acme.verbatim.example')

test('a page without the address of the API reports it', async () => {
  runtime = addresses
  await expect(open()).rejects.toMatchObject({
    code: 'request.no-api-address',
    message: 'Missing API address',
  })
})

test('an empty address is the page’s own, and another one is asked', async () => {
  runtime = { ...addresses, API_URL: '' }
  expect(await open()).toMatchObject({ release: '1.2.3', organization: { name: 'Halden & Marsh' } })
  expect(asked.every((address) => address.startsWith('/'))).toBe(true)
  runtime = { ...addresses, API_URL: 'https://api.verbatim.example' }
  await open()
  expect(asked).toContain('https://api.verbatim.example/config/cognito')
})

test('calls of the messenger and of integrations go to their own addresses, all others to that of the API', async () => {
  const api = 'https://api.verbatim.example'
  const messenger = 'https://messenger.verbatim.example'
  const integrations = 'https://integrations.verbatim.example'
  runtime = {
    ...addresses,
    API_URL: api,
    MESSENGER_API_URL: messenger,
    INTEGRATIONS_API_URL: integrations,
  }
  const context = await open()
  asked = []
  const paths = [
    '/messenger/api/v1/users',
    '/external-accounts/links',
    '/v1/onboarding/form',
    '/bff/api/v1/groups',
  ]
  for (const path of paths) {
    const call = endpoint({ method: 'GET', path, response: z.object({}), access: 'anyone' })
    await context.api(call, {}).catch(() => undefined)
  }
  expect(asked).toEqual([
    `${messenger}/messenger/api/v1/users`,
    `${integrations}/external-accounts/links`,
    `${integrations}/v1/onboarding/form`,
    `${api}/bff/api/v1/groups`,
  ])
})
