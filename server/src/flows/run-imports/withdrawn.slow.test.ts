import type { UserId } from '@verbatim/contract/ids.ts'
import { shareOf } from '@verbatim/reference/share.ts'
import { beforeEach, expect, test } from 'vitest'
import { inTenant } from '#platform/db.ts'
import { useTestWorld } from '#testing/test-world.ts'
import type { Caller } from '#testing/caller.ts'
import type { World, WorldTenant } from '#testing/world.ts'
import { runImports } from './run-imports.ts'

const profiles = '/bff/api/v1/permission-profiles'
const imports = '/bff/api/v1/imports'
const csv = { 'content-type': 'text/csv' }
const heading = 'Email,First name,Last name,Role,Permission profiles\n'
const ann = `${heading}ann@example.com,Ann,Doe,Analyst,Everything\n`

let world: World
let tenant: WorldTenant
let admin: Caller
let analyst: Caller
let importing: string
let count = 0
useTestWorld((opened) => {
  world = opened
})
/** An analyst who may manage users by one profile, and import them by another. */
beforeEach(async () => {
  tenant = await world.makeTenant(`withdrawn${(count += 1)}`)
  admin = await world.as(tenant, tenant.users.super_admin)
  const memberIds = [tenant.users.analyst]
  const make = async (name: string, permissions: readonly string[]) =>
    (await admin.call('POST', profiles, { name, permissions, memberIds })).json.id as string
  await make('Managing', ['platform_users.manage', 'messenger_users.manage'])
  importing = await make('Importing', ['users.import'])
  analyst = await world.as(tenant, tenant.users.analyst)
})

const upload = async (query = '?hold=true', caller = analyst) =>
  caller.call('POST', `/bff/api/v1/users/import${query}`, Buffer.from(ann), csv)
const work = async () => {
  while ((await runImports(world.ctx, tenant.id)) > 0);
}
async function withdraw(id: UserId = tenant.users.analyst): Promise<void> {
  const { status } = await admin.call('PUT', `${profiles}/${importing}/members`, {
    added: [],
    removed: [id],
    expectedVersion: 1,
  })
  expect(status).toBe(200)
}
const find = async (id: string) => (await analyst.call('GET', `${imports}/${id}`)).json

test('a user who may manage and import users can take every step', { tags: ['whole'] }, async () => {
  const { id, mapping, settings } = (await upload()).json
  expect((await analyst.call('PUT', `${imports}/${id}`, { mapping, settings })).status).toBe(200)
  for (const verb of ['check', 'start', 'undo']) {
    expect((await analyst.call('POST', `${imports}/${id}/${verb}`)).status).toBe(200)
    await work()
  }
  expect(await find(id)).toMatchObject({ state: 'undone', undo: { undone: 1, kept: 0 } })
})

test('without the permission to import, no step is possible, and the answer names the permission', async () => {
  const { id, mapping, settings } = (await upload()).json
  await withdraw()
  const refused = { code: 'access.denied', details: { permission: 'users.import' } }
  const asked = [
    await upload(),
    await analyst.call('PUT', `${imports}/${id}`, { mapping, settings }),
    await analyst.call('POST', `${imports}/${id}/check`),
    await analyst.call('POST', `${imports}/${id}/start`),
    await analyst.call('POST', `${imports}/${id}/undo`),
  ]
  for (const { status, json } of asked) expect([status, json]).toMatchObject([403, refused])
  // Users who manage users still see the finished rows, and can stop the import.
  expect(await find(id)).toMatchObject({ state: 'draft' })
  expect((await analyst.call('POST', `${imports}/${id}/cancel`)).json.state).toBe('cancelled')
})

test.each(
  shareOf([
    ['an import', async (id: string) => analyst.call('POST', `${imports}/${id}/start`)],
    ['a check', async (id: string) => analyst.call('POST', `${imports}/${id}/check`)],
  ] as const),
)('%s that was begun stops when it is withdrawn', async (_, begin) => {
  const { id } = (await upload()).json
  expect((await begin(id)).status).toBe(200)
  await withdraw()
  await work()
  expect(await find(id)).toMatchObject({
    state: 'failed',
    counts: { created: 0 },
    problem: 'The person who started the import no longer has permission to make these changes.',
  })
})

test('a running undo stops when the permission is withdrawn', async () => {
  const { id } = (await upload('')).json
  await work()
  expect(await find(id)).toMatchObject({ state: 'done', counts: { created: 1 } })
  await analyst.call('POST', `${imports}/${id}/undo`)
  await withdraw()
  await work()
  expect(await find(id)).toMatchObject({ state: 'failed' })
  expect((await admin.call('GET', '/bff/api/v1/users?search=ann@')).json.total).toBe(1)
})

test('users created but not invited before the withdrawal are counted', async () => {
  const { id } = (await upload('')).json
  await work()
  // As a worker left it that was interrupted before the mails.
  await inTenant(world.ctx.db, tenant.id, (tx) =>
    tx.updateTable('import').set({ mails_due: 1, lease_until: null }).where('id', '=', id).execute(),
  )
  await withdraw()
  await work()
  expect((await find(id)).problem).toBe(
    'The person who started the import no longer has permission to make these changes. 1 person was not invited. Invite them again from their page.',
  )
})

test('the rows of another person’s file are only for readers of all groups', async () => {
  const { id } = (await upload('?hold=true', admin)).json
  const [own] = [(await upload()).json]
  const northerner = async (permissions: readonly string[]) => {
    await admin.call('POST', profiles, { name: 'North manages', permissions, memberIds: [tenant.northerner] })
    return world.as(tenant, tenant.northerner)
  }
  const north = await northerner(['platform_users.manage', 'messenger_users.manage', 'users.import'])
  for (const what of ['rows', 'failed']) {
    const { status, json } = await north.call('GET', `${imports}/${id}/${what}`)
    expect([what, status, json.code]).toEqual([what, 403, 'import.rows-hidden'])
    expect((await admin.call('GET', `${imports}/${own.id}/${what}`)).status).toBe(200)
  }
  const shown = async (caller: typeof north) =>
    (await caller.call('GET', `${imports}/${id}`)).json.areRowsHidden
  expect([await shown(north), await shown(admin)]).toEqual([true, undefined])
  const mine = (await upload('?hold=true', north)).json
  expect((await north.call('GET', `${imports}/${mine.id}/rows`)).json.total).toBe(1)
})

test('who may not read the rows of an import takes no step of it but to cancel it', async () => {
  await admin.call('POST', profiles, {
    name: 'North manages',
    permissions: ['platform_users.manage', 'messenger_users.manage', 'users.import'],
    memberIds: [tenant.northerner],
  })
  const north = await world.as(tenant, tenant.northerner)
  const { id, mapping, settings, version } = (await upload('?hold=true', admin)).json
  const seen = `?expectedVersion=${version}`
  const step = (verb: string) => north.call('POST', `${imports}/${id}/${verb}`)
  const refused = async (...answers: { status: number; json: { code?: string } }[]) => {
    for (const { status, json } of answers) expect([status, json.code]).toEqual([403, 'import.rows-hidden'])
    for (const what of ['rows', 'failed'])
      expect((await north.call('GET', `${imports}/${id}/${what}`)).json.code).toBe('import.rows-hidden')
    expect(await find(id)).toMatchObject({ startedBy: expect.stringContaining('super_admin') })
    expect((await admin.call('GET', `${imports}/${id}/rows`)).json.total).toBe(1)
  }
  const map = () => north.call('PUT', `${imports}/${id}`, { mapping, settings })
  await refused(await map(), await step(`check${seen}`), await step(`start${seen}`))
  expect((await admin.call('POST', `${imports}/${id}/check`)).status).toBe(200)
  await work()
  await refused(await map(), await step(`check${seen}`), await step(`start${seen}`))
  expect((await admin.call('POST', `${imports}/${id}/start`)).status).toBe(200)
  await work()
  await refused(await step('undo'))
  expect(await find(id)).toMatchObject({ state: 'done' })

  const other = (await upload('?hold=true', admin)).json
  expect((await north.call('POST', `${imports}/${other.id}/cancel`)).json.state).toBe('cancelled')
  expect((await north.call('GET', `${imports}/${other.id}/rows`)).json.code).toBe('import.rows-hidden')
  // A reader of all groups takes each step.
  expect((await analyst.call('POST', `${imports}/${id}/undo`)).status).toBe(200)
})

test(
  'who uploaded a file reads its rows, and continues it, also after another person’s steps',
  { tags: ['whole'] },
  async () => {
    await admin.call('POST', profiles, {
      name: 'North manages',
      permissions: ['platform_users.manage', 'messenger_users.manage', 'users.import'],
      memberIds: [tenant.northerner],
    })
    const north = await world.as(tenant, tenant.northerner)
    const { id, mapping, settings } = (await upload('?hold=true', north)).json
    const own = `${imports}/${id}`
    expect((await admin.call('PUT', own, { mapping, settings })).status).toBe(200)
    expect((await north.call('PUT', own, { mapping, settings })).status).toBe(200)
    expect((await admin.call('PUT', own, { mapping, settings })).status).toBe(200)
    expect((await admin.call('POST', `${own}/start`)).status).toBe(200)
    await work()
    expect((await north.call('GET', `${own}/rows`)).json.total).toBe(1)
    expect((await admin.call('POST', `${own}/undo`)).status).toBe(200)
    await work()
    expect((await north.call('GET', `${own}/rows`)).json.items).toMatchObject([{ undone: true }])
    expect((await north.call('GET', own)).json.areRowsHidden).toBeUndefined()
  },
)
