import { readdirSync } from 'node:fs'
import type { Endpoint } from '@verbatim/contract/endpoint.ts'

const folder = new URL('../../../contract/src/', import.meta.url)

/** What each file of the contract exports, by the file's name without its ending. */
export async function contractFiles(): Promise<[file: string, exported: Record<string, unknown>][]> {
  const files = readdirSync(folder).filter((name) => /^[a-z-]+\.ts$/.test(name))
  return Promise.all(
    files.map(async (name): Promise<[string, Record<string, unknown>]> => [
      name.replace('.ts', ''),
      (await import(new URL(name, folder).href)) as Record<string, unknown>,
    ]),
  )
}

export const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'path' in value && 'method' in value && 'access' in value

/** The endpoints of a file, exported alone or with others of the same noun. */
export const endpointsIn = (exported: Record<string, unknown>): Endpoint[] =>
  Object.values(exported).flatMap((value) =>
    isEndpoint(value) ? [value] : Object.values(Object(value) as object).filter(isEndpoint),
  )

export async function contractEndpoints(): Promise<Endpoint[]> {
  return (await contractFiles()).flatMap(([, exported]) => endpointsIn(exported))
}
