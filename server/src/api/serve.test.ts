import { readdirSync } from 'node:fs'
import type { Endpoint } from '@verbatim/contract/endpoint.ts'
import { expect, test } from 'vitest'
import { useTestWorld } from '#testing/test-world.ts'
import type { World } from '#testing/world.ts'
import { api, type ApiContext } from './serve.ts'

const contractFolder = new URL('../../../contract/src/', import.meta.url)
let world: World
useTestWorld((opened) => {
  world = opened
})

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'path' in value && 'method' in value && 'access' in value

/** The endpoints that a contract file exports, singly or in an object of one noun. */
async function endpointsOf(file: string): Promise<Endpoint[]> {
  const all = Object.values((await import(new URL(file, contractFolder).href)) as Record<string, unknown>)
  return all.flatMap((value) =>
    isEndpoint(value) ? [value] : Object.values(Object(value) as object).filter(isEndpoint),
  )
}

/** The routes that a file registers, on a server that only records them. */
function servedBy(name: keyof typeof api): Endpoint[] {
  const served: Endpoint[] = []
  const note = { route: ({ config }: { config: { endpoint: Endpoint } }) => served.push(config.endpoint) }
  const server = { ...note, addHook() {} }
  const ctx = { ...world.ctx, publicBaseUrl: '', hasMailbox: true } as unknown as ApiContext
  ;(api[name] as (app: unknown, given: ApiContext) => void)(server, ctx)
  return served
}

const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`

test('each endpoint of a file of the contract is served by the file of the same name', async () => {
  const files = readdirSync(contractFolder).filter((file) => !file.includes('.test.'))
  const expected = new Map<string, string[]>()
  for (const file of files) {
    const endpoints = await endpointsOf(file)
    if (endpoints.length > 0) expected.set(file.replace('.ts', ''), endpoints.map(nameOf).toSorted())
  }
  const served = Object.keys(api).map((name) => [
    name,
    servedBy(name as keyof typeof api)
      .map(nameOf)
      .toSorted(),
  ])
  expect(Object.fromEntries(served)).toEqual(Object.fromEntries(expected))
})

test('no two endpoints of the contract have the same name', async () => {
  const names = new Map<string, string[]>()
  for (const file of readdirSync(contractFolder).filter((one) => !one.includes('.test.'))) {
    const all = (await import(new URL(file, contractFolder).href)) as Record<string, unknown>
    for (const [name, value] of Object.entries(all))
      if (isEndpoint(value)) names.set(name, [...(names.get(name) ?? []), file])
  }
  expect([...names].filter(([, files]) => files.length > 1)).toEqual([])
})
