import type { Endpoint } from '@verbatim/contract/endpoint.ts'
import { viewedLists } from '@verbatim/contract/saved-views.ts'
import { expect, test } from 'vitest'
import { contractEndpoints, contractFiles, endpointsIn, isEndpoint } from '#testing/contract-endpoints.ts'
import { useTestWorld } from '#testing/test-world.ts'
import type { World } from '#testing/world.ts'
import { api, type ApiContext } from './serve.ts'

let world: World
useTestWorld((opened) => {
  world = opened
})

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
  const expected = new Map<string, string[]>()
  for (const [file, exported] of await contractFiles()) {
    const endpoints = endpointsIn(exported)
    if (endpoints.length > 0) expected.set(file, endpoints.map(nameOf).toSorted())
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
  for (const [file, exported] of await contractFiles())
    for (const [name, value] of Object.entries(exported))
      if (isEndpoint(value)) names.set(name, [...(names.get(name) ?? []), file])
  expect([...names].filter(([, files]) => files.length > 1)).toEqual([])
})

test('each list that can have saved views is served by one endpoint', async () => {
  const viewed = (await contractEndpoints()).flatMap((endpoint) => endpoint.viewed?.as ?? [])
  expect(viewed.toSorted()).toEqual([...viewedLists].toSorted())
})
