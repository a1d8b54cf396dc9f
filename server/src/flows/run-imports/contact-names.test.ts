/** Contacts whose file has first and last names. */
import { expect, test } from 'vitest'
import type { Caller } from '#testing/caller.ts'
import { counted, importSteps } from '#testing/imports.ts'
import { useTenants } from '#testing/test-world.ts'
import type { World, WorldTenant } from '#testing/world.ts'

const path = '/messenger/api/v1/contacts'
const imports = '/bff/api/v1/imports'

let world: World
let tenant: WorldTenant
let admin: Caller
useTenants('names', async (made, opened) => {
  world = opened
  tenant = made
  admin = await world.as(tenant, tenant.users.tenant_admin)
})
const { work, find, step, rowsOf } = importSteps(() => ({ world, tenant, admin }))

const upload = (rows: readonly string[], query = '') =>
  admin.call('POST', `${path}/import${query}`, Buffer.from(rows.join('\n')), { 'content-type': 'text/csv' })
const names = async () =>
  (await admin.call('GET', `${path}?sort=name`)).json.items.map(({ name }: { name: string }) => name)

test('a first and a last name make the name, when rows are checked, imported and undone', async () => {
  const before = (await upload(['Name,Phone,Groups', 'A. Bell,+15550101001,North'])).json
  await work()
  const { json } = await upload(
    [
      'Given name,Surname,Mobile,Group',
      'Ana,Bell,+15550101001,North',
      'Tom,,+15550101002,North',
      ',Reed,+15550101003,North',
      ',,+15550101004,North',
      `${'A'.repeat(120)},${'B'.repeat(120)},+15550101005,North`,
    ],
    '?hold=true',
  )
  expect(json.mapping).toEqual({ firstName: 0, lastName: 1, phoneNumber: 2, groups: 3 })
  await step(json.id, 'check')
  await work()
  const checked = await find(json.id)
  expect(checked).toMatchObject({ state: 'checked', counts: counted(2, 1, 0, 2) })
  expect(await names()).toEqual(['A. Bell'])
  expect((await rowsOf(json.id)).map(({ reason }: { reason?: string }) => reason)).toEqual([
    undefined,
    undefined,
    undefined,
    'Name is required',
    'Name is longer than 200 characters.',
  ])
  await step(json.id, 'start')
  await work()
  expect(await names()).toEqual(['Ana Bell', 'Reed', 'Tom'])
  await step(json.id, 'undo')
  await work()
  expect(await names()).toEqual(['A. Bell'])
  expect((await find(before.id)).state).toBe('done')
})

test('a name counts before its parts, and a value for empty cells after them', async () => {
  const { json } = await upload(
    [
      'Name,First name,Last name,Phone,Groups',
      'A. Bell,Ana,Bell,+15550101001,North',
      ',Tom,Reed,+15550101002,North',
      ',,,+15550101003,North',
    ],
    '?hold=true',
  )
  const settings = { defaults: { name: 'Client' } }
  await admin.call('PUT', `${imports}/${json.id}`, { mapping: json.mapping, settings })
  await step(json.id, 'start')
  await work()
  expect(await names()).toEqual(['A. Bell', 'Client', 'Tom Reed'])
})

test('a file without any of them names what is missing', async () => {
  const { status, json } = await upload(['Phone', '+15550101001'])
  expect([status, json.message]).toEqual([
    400,
    'No column is chosen for Name (or First name and Last name), Groups.',
  ])
})
