import { runImports } from '#flows/run-imports/run-imports.ts'
import type { Caller } from './caller.ts'
import type { World, WorldTenant } from './world.ts'

export interface Importing {
  readonly world: World
  readonly tenant: WorldTenant
  readonly admin: Caller
}

/** The steps of an import, by the administrator of the organization that a test has then. */
export function importSteps(on: () => Importing) {
  const url = '/bff/api/v1/imports'
  return {
    work: async (): Promise<void> => {
      const { world, tenant } = on()
      while ((await runImports(world.ctx, tenant.id)) > 0);
    },
    find: async (id: string, caller = on().admin) => (await caller.call('GET', `${url}/${id}`)).json,
    step: (id: string, verb: string) => on().admin.call('POST', `${url}/${id}/${verb}`),
    rowsOf: async (id: string, filter = '') =>
      (await on().admin.call('GET', `${url}/${id}/rows?limit=200${filter}`)).json.items,
  }
}

/** Files of users. */
export const heading = 'Email,First name,Last name,Phone,Role,Permission profiles\n'
export const row = (name: string, role = 'Analyst', profiles = 'Everything') =>
  `${name}@example.com,${name},Doe,,${role},${profiles}\n`

const csv = { 'content-type': 'text/csv' }

/** The same for files of users: the steps, an upload, and the users that there are then. */
export function userImportSteps(on: () => Importing) {
  const upload = (text: string | Buffer, query = '', caller = on().admin) =>
    caller.call('POST', `/bff/api/v1/users/import${query}`, Buffer.from(text), csv)

  const users = async (query = '') =>
    (await on().admin.call('GET', `/bff/api/v1/users?limit=200${query}`)).json

  return { ...importSteps(on), upload, users }
}

/** The counts of a report. */
export const counted = (created: number, updated: number, skipped: number, failed: number) => ({
  created,
  updated,
  skipped,
  failed,
})
