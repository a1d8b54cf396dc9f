import { expect, test } from 'vitest'
import { inTenant } from '#platform/db.ts'
import type { Caller } from '#testing/caller.ts'
import { insertMessages } from '#testing/messages.ts'
import { useTestWorld } from '#testing/test-world.ts'
import type { World, WorldTenant } from '#testing/world.ts'
import { runExports } from './run-exports.ts'

let world: World
let ours: WorldTenant
let admin: Caller
useTestWorld(async (opened) => {
  world = opened
  ours = await world.makeTenant('ours')
  admin = await world.as(ours, ours.users.tenant_admin)
  await inTenant(world.ctx.db, ours.id, (tx) =>
    insertMessages(
      tx,
      Array.from({ length: 11_000 }, (_, i) => ({ body: `much ${i}`, group_ids: [ours.groups.south] })),
      world.ctx.now(),
    ),
  )
})

const profiles = '/bff/api/v1/permission-profiles'

/** Managers may not export. A profile adds that permission. @returns What takes it away. */
async function letExport(): Promise<() => Promise<void>> {
  const made = await admin.call('POST', profiles, {
    name: 'Exporters',
    permissions: ['messages.export'],
    memberIds: [ours.users.manager],
  })
  expect(made.status).toBe(200)
  world.pass(5_000)
  return async () => {
    const url = `${profiles}/${made.json.id}/permissions`
    const body = { channels: [], groups: [], permissions: [], expectedVersion: 1 }
    expect((await admin.call('PUT', url, body)).status).toBe(200)
  }
}

/** Makes a file, with a change after its first rows are written. */
async function exportedAround(asker: Caller, change: () => Promise<void>) {
  const { status, json } = await asker.call('POST', '/bff/api/v1/messages/export?search=messageBody:much', {
    format: 'csv',
  })
  expect(status).toBe(202)
  let isChanged = false
  const { exportFiles } = world.ctx
  const slow: typeof exportFiles = {
    ...exportFiles,
    write: (tenantId, fileId, chunks) =>
      exportFiles.write(
        tenantId,
        fileId,
        (async function* () {
          for await (const chunk of chunks) {
            if (!isChanged) {
              isChanged = true
              await change()
            }
            yield chunk
          }
        })(),
      ),
  }
  expect(await runExports({ ...world.ctx, exportFiles: slow }, ours.id)).toBe(1)
  expect(isChanged).toBe(true)
  const url = `/bff/api/v1/exports/${json.exportId}`
  const { state, problem } = (await asker.call('GET', url)).json
  return { state, problem, file: (await asker.call('GET', `${url}/file`)).status }
}

const reduced = 'Your access has been reduced since this file was created. Export again.'

test('an export whose user loses access while it is made is withdrawn, and leaves no file', async () => {
  const asker = await world.as(ours, ours.users.manager)
  const forbidExport = await letExport()
  expect(await exportedAround(asker, forbidExport)).toEqual({
    state: 'failed',
    problem: reduced,
    file: 403,
  })
})

test('an export whose user comes to read under pseudonyms is withdrawn; one begun under them is not', async () => {
  const asker = await world.as(ours, ours.users.compliance)
  const owner = await world.as(ours, ours.users.super_admin)
  const hide = async (readsUnderPseudonyms: boolean) => {
    expect((await owner.call('PUT', '/bff/organizations', { readsUnderPseudonyms })).status).toBe(200)
  }
  expect(await exportedAround(asker, () => hide(true))).toMatchObject({ state: 'failed', problem: reduced })
  expect(await exportedAround(asker, () => hide(false))).toMatchObject({ state: 'done', file: 200 })
})
