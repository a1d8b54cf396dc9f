// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react'
import { Failure } from '@verbatim/client/failure.ts'
import { failures } from '@verbatim/contract/errors.ts'
import {
  type InsightProvider,
  providerProblemTexts,
  testInsightProvider,
} from '@verbatim/contract/insight-providers.ts'
import { afterEach, expect, test } from 'vitest'
import { useEditor } from '#editor/use-editor.ts'
import { drawPages } from '#testing/draw-pages.tsx'
import { providerEditor } from './provider-editor.tsx'
import { ProviderFields } from './ProviderFields.tsx'

afterEach(cleanup)

const metabase = {
  id: '0198abcd-0000-7000-8000-00000000000b',
  version: 3,
  name: 'Desk dashboards',
  kind: 'metabase',
  address: 'https://bi.halden.example',
  region: '',
  accountId: '',
  namespace: 'default',
  user: '',
  tenantFilter: 'tenant_id',
  profileFilter: 'profile_id',
  sessionMinutes: 15,
  hasSecret: true,
  hasApiKey: true,
  insights: 0,
  changedBy: 'Ana Bell',
  changedAt: '2026-11-28T09:00:00Z',
} as unknown as InsightProvider

async function open(some: Partial<InsightProvider> = {}, may = 'insights.connect') {
  const server = { tests: [] as { body: object }[], answer: {} as object | Failure }
  const provider = { ...metabase, ...some }
  function Fields() {
    return <ProviderFields editor={useEditor(providerEditor, provider)} />
  }
  const { user } = drawPages(
    { '/': Fields },
    {
      api: async (endpoint: unknown, call: { body: object }) => {
        expect(endpoint).toBe(testInsightProvider)
        server.tests.push(call)
        if (server.answer instanceof Failure) throw server.answer
        return server.answer
      },
      viewer: { id: 'me', permissions: new Set(['insights.manage', may]) },
    },
  )
  await screen.findByText('Product')
  const press = () => user.click(screen.getByText('Test connection'))
  const write = async (label: RegExp, text: string) => {
    await user.clear(field(label))
    await user.click(field(label))
    await user.paste(text)
  }
  return { server, user, press, write }
}

const field = (label: RegExp) => screen.getByLabelText(label, { selector: 'input' })
const result = () => document.querySelector('[role="status"]')?.textContent
const kept = () => screen.queryAllByText('A value is set. Leave blank to keep it.').length
const fields = () =>
  [...document.querySelectorAll('label')].map(({ textContent }) => textContent.replace(' *', ''))

test('each product is asked for what it needs, and for nothing else', async () => {
  const own = async (kind: InsightProvider['kind']) => {
    await open({ kind })
    const [from, to] = [fields().indexOf('Product'), fields().indexOf('Filter for the organization')]
    const shown = fields().slice(from + 1, to)
    cleanup()
    return shown
  }
  expect(await own('metabase')).toEqual(['Address', 'Embedding secret', 'API key'])
  expect(await own('superset')).toEqual(['Address', 'User name', 'Password'])
  expect(await own('quicksight')).toEqual([
    'Region',
    'AWS account ID',
    'Namespace',
    'Endpoint, if not the region’s own',
    'Access key ID',
    'Secret access key',
  ])
})

test('stored secrets are kept for the same address alone, and asked for again for another', async () => {
  const { write } = await open()
  expect(kept()).toBe(2)
  await write(/^Address/, ' https://bi.halden.example ')
  expect(kept()).toBe(2)
  await write(/^Address/, 'https://other.example')
  expect(kept()).toBe(0)
  screen.getByText('From the embedding settings of Metabase. Stored encrypted and never shown again.')
})

test('a test says what is wrong, until something else is entered', async () => {
  const { server, press, write } = await open()
  server.answer = { problem: 'certificate' }
  await press()
  await screen.findByText(providerProblemTexts.certificate)
  await write(/^Address/, 'https://other.example')
  expect(result()).toBe('')
  await write(/^Address/, 'https://bi.halden.example')
  expect(result()).toBe(providerProblemTexts.certificate)
  server.answer = {}
  await press()
  await screen.findByText('Metabase answers. The connection works.')
  expect(server.tests.at(-1)?.body).toMatchObject({ id: metabase.id, address: 'https://bi.halden.example' })
  expect(server.tests.at(-1)?.body).not.toHaveProperty('secret')
})

test('what can’t be an address is refused at its field, and the product is not asked', async () => {
  const { server, press, write } = await open()
  await write(/^Address/, 'https://bi.halden.example/?dashboard=7')
  await press()
  expect(field(/^Address/).getAttribute('aria-invalid')).toBe('true')
  expect(server.tests).toEqual([])
})

test('a secret that is missing is said at its field, and another failure in a notice', async () => {
  const { server, press, write } = await open()
  server.answer = new Failure('insight-provider.no-api-key', failures['insight-provider.no-api-key'])
  await write(/^Address/, 'https://other.example')
  await press()
  await screen.findByText(failures['insight-provider.no-api-key'].message)
  expect(field(/^API key/).getAttribute('aria-invalid')).toBe('true')
  expect(document.querySelector('[role="alert"]')).toBeNull()
  server.answer = new Failure('request.too-many')
  await press()
  expect((await screen.findByRole('alert')).textContent).toContain('The connection was not tested')
})

test('a reader who may not connect products can test nothing', async () => {
  await open({}, 'insights.view')
  expect(screen.queryByText('Test connection')).toBeNull()
})
