import { dayMs } from '@verbatim/contract/durations.ts'
import { createHash } from 'node:crypto'
import { parse } from 'csv-parse/sync'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openMessageExport } from '#domains/messages/export.ts'
import { StoreAway } from '#platform/files/failures.ts'
import { inTenant } from '#platform/db.ts'
import { tableFile } from '@verbatim/documents/tables/table-file.ts'
import type { TestDatabase } from '#testing/database.ts'
import { insertMessages } from '#testing/messages.ts'
import { useTestWorld } from '#testing/test-world.ts'
import type { Caller } from '#testing/caller.ts'
import type { World, WorldTenant } from '#testing/world.ts'
import { runExports } from './run-exports.ts'

let database: TestDatabase
let world: World
let ours: WorldTenant
let reader: Caller
let northerner: Caller
useTestWorld(async (opened, own) => {
  world = opened
  database = own
  ours = await world.makeTenant('ours')
  reader = await world.as(ours, ours.users.compliance)
  northerner = await world.as(ours, ours.northerner)
  await inTenant(world.ctx.db, ours.id, (tx) =>
    insertMessages(
      tx,
      Array.from({ length: 1200 }, (_, i) => ({
        body: i === 7 ? '=HYPERLINK("http://x")' : `message ${i} of the fund`,
        group_ids: [i % 2 ? ours.groups.north : ours.groups.south],
        author_name: `Person ${i % 5}`,
      })),
      world.ctx.now(),
    ),
  )
})

const start = async (caller: Caller, query: string, body: object = { format: 'csv' }) => {
  const { status, json } = await caller.call('POST', `/bff/api/v1/messages/export?${query}`, body)
  expect([status, json]).toEqual([202, { exportId: expect.any(String) }])
  return `/bff/api/v1/exports/${json.exportId}`
}
const work = () => runExports(world.ctx, ours.id)
const see = async (caller: Caller, url: string) => (await caller.call('GET', url)).json
const change = (statement: ReturnType<typeof sql>) =>
  inTenant(world.ctx.db, ours.id, (tx) => statement.execute(tx))
const rowsOf = (text: string) => parse(text, { bom: true }) as string[][]

test('an export goes from queued to done, and its manifest describes the file', async () => {
  const url = await start(reader, 'search=messageBody:fund&sort=persons.displayName')
  expect(await see(reader, url)).toMatchObject({ state: 'queued', rowsDone: 0, kind: 'messages' })
  expect((await reader.call('GET', `${url}/file`)).json).toMatchObject({ code: 'export.unfinished' })
  expect(await work()).toBe(1)
  expect(await work()).toBe(0)
  const done = await see(reader, url)
  expect(done).toMatchObject({
    state: 'done',
    rowsDone: 1199,
    rowsTotal: 1199,
    manifest: { rows: 1199, question: { search: 'messageBody:fund', sort: 'persons.displayName' } },
  })
  const file = await reader.call('GET', `${url}/file`)
  expect(file.headers['content-disposition']).toContain(done.fileName)
  expect(createHash('sha256').update(file.text).digest('hex')).toBe(done.manifest.sha256)
  const [heading, ...rows] = rowsOf(file.text)
  expect(heading).toEqual(done.manifest.columns)
  expect(rows).toHaveLength(1199)
  const names = rows.map((row) => row[1]!)
  expect(names).toEqual(names.toSorted())
})

test('no cell of the file is a formula', async () => {
  const url = await start(reader, 'search=hyperlink')
  await work()
  const [heading, row] = rowsOf((await reader.call('GET', `${url}/file`)).text)
  expect(row![heading!.indexOf('Content')]).toBe(`'=HYPERLINK("http://x")`)
})

test('an export contains only what its requester may see, and only they can download it', async () => {
  const url = await start(northerner, '', { format: 'xlsx' })
  await work()
  expect(await see(northerner, url)).toMatchObject({ state: 'done', rowsTotal: 600, format: 'xlsx' })
  for (const method of ['GET', 'DELETE'] as const)
    expect((await reader.call(method, url)).json).toMatchObject({ code: 'export.not-found' })
  expect((await reader.call('GET', `${url}/file`)).status).toBe(404)
})

test('an unknown format, a page, and an unknown field are refused before anything is queued', async () => {
  for (const [query, body] of [
    ['', { format: 'pdf' }],
    ['limit=5', {}],
    ['filter=mood[eq]:x', {}],
  ] as const)
    expect((await reader.call('POST', `/bff/api/v1/messages/export?${query}`, body)).status).toBe(400)
})

test('at most two exports wait; a cancelled one is not made, and its file is released', async () => {
  const first = await start(reader, '')
  const second = await start(reader, '')
  expect((await reader.call('POST', '/bff/api/v1/messages/export', {})).json).toMatchObject({
    code: 'export.too-many',
  })
  expect((await reader.call('DELETE', first)).json).toMatchObject({ state: 'cancelled' })
  expect(await work()).toBe(1)
  expect(await work()).toBe(0)
  expect(await see(reader, first)).toMatchObject({ state: 'cancelled' })
  expect(await see(reader, second)).toMatchObject({ state: 'done' })
  expect((await reader.call('DELETE', second)).json).toMatchObject({ state: 'cancelled' })
  expect((await reader.call('GET', `${second}/file`)).json).toMatchObject({ code: 'export.unfinished' })
})

test('an export that fails shows the words of the specification', async () => {
  const url = await start(northerner, '', { format: 'xlsx' })
  const id = url.split('/').at(-1)
  await database.administer(`update export set question = '{"sort":"mood"}' where id = '${id}'`)
  await work()
  expect(await see(northerner, url)).toMatchObject({
    state: 'failed',
    problem: 'Cannot generate xlsx file with given data',
  })
})

test('a permission that was removed meanwhile no longer applies', async () => {
  const url = await start(northerner, '')
  await change(sql`update tenant_user set role = 'analyst' where id = ${ours.northerner}`)
  await work()
  expect(await see(northerner, url)).toMatchObject({ state: 'failed' })
  await change(sql`update tenant_user set role = 'compliance' where id = ${ours.northerner}`)
})

test('an export whose worker died is made by the next one, and an export that kills workers is given up', async () => {
  const url = await start(reader, '')
  const id = url.split('/').at(-1)
  const die = (attempts: number) =>
    change(
      sql`update export set state = 'running', attempts = ${attempts}, lease_until = ${world.ctx.now()} where id = ${id}::uuid`,
    )
  await die(1)
  expect(await work()).toBe(1)
  expect(await see(reader, url)).toMatchObject({ state: 'done' })
  await die(3)
  expect(await work()).toBe(0)
  expect(await see(reader, url)).toMatchObject({ state: 'failed', problem: 'It was interrupted too often.' })
})

test('messages that arrive while a file is made are not in it', async () => {
  const scope = [{ channels: ['sms' as const], groupIds: 'all' as const }]
  const [rows, total] = await inTenant(
    world.ctx.db,
    ours.id,
    async (tx) => {
      const source = await openMessageExport(
        tx,
        scope,
        {},
        { now: world.ctx.now(), hide: undefined, withAttachments: true },
      )
      await inTenant(world.ctx.db, ours.id, (other) =>
        insertMessages(other, [{ body: 'late' }], world.ctx.now()),
      )
      const file = Buffer.concat(await Array.fromAsync(tableFile('csv', source)))
      return [rowsOf(file.toString()).length - 1, source.rowsTotal]
    },
    { mode: 'snapshot' },
  )
  expect(rows).toBe(total)
})

test('files are released after a week', async () => {
  const url = await start(reader, '')
  await work()
  world.pass(8 * dayMs)
  reader = await world.as(ours, ours.users.compliance)
  await start(reader, '')
  await work()
  expect(await see(reader, url)).toMatchObject({ state: 'cancelled' })
})

test('a worker that was considered lost and returns does not disturb the one that took over', async () => {
  const url = await start(reader, 'search=messageBody:fund')
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  const { exportFiles } = world.ctx
  const waiting: typeof exportFiles = {
    ...exportFiles,
    async write(...given) {
      await released
      return exportFiles.write(...given)
    },
  }
  const slow = runExports({ ...world.ctx, exportFiles: waiting }, ours.id)
  while ((await see(reader, url)).state !== 'running') await new Promise((resolve) => setTimeout(resolve, 20))
  world.pass(2 * 60_000)
  expect(await work()).toBe(1)
  release()
  await slow
  const done = await see(reader, url)
  expect(done.state).toBe('done')
  const file = await reader.call('GET', `${url}/file`)
  expect(createHash('sha256').update(file.text).digest('hex')).toBe(done.manifest.sha256)
})

test('while files cannot be written, an export waits for any number of attempts, and is made afterwards', async () => {
  const url = await start(reader, 'search=messageBody:fund')
  const write = () => Promise.reject(new StoreAway(new Error('503')))
  for (let attempt = 0; attempt < 6; attempt++) {
    const away = { ...world.ctx, exportFiles: { ...world.ctx.exportFiles, write } }
    expect(await runExports(away, ours.id)).toBe(1)
    expect((await see(reader, url)).state).toBe('running')
    world.pass(20_000)
  }
  expect(await work()).toBe(1)
  expect((await see(reader, url)).state).toBe('done')
})

test('a user who may no longer export can no longer download earlier exports', async () => {
  const leaver = await world.as(ours, ours.users.super_admin)
  const url = await start(leaver, 'search=messageBody:fund')
  await work()
  expect((await leaver.call('GET', `${url}/file`)).status).toBe(200)
  await change(sql`update tenant_user set role = 'none' where id = ${ours.users.super_admin}`)
  world.pass(4_000)
  expect((await leaver.call('GET', `${url}/file`)).json.code).toBe('access.denied')
})

test('a requester whose scope has shrunk can no longer download the file; one whose scope grew can', async () => {
  const asker = await world.as(ours, ours.northerner)
  const url = await start(asker, '')
  await work()
  const fetched = async () => {
    world.pass(4_000)
    return asker.call('GET', `${url}/file`)
  }
  const profile = sql`(select profile_id from permission_profile_member where user_id = ${ours.northerner})`
  expect((await fetched()).status).toBe(200)
  await change(sql`update permission_profile set all_groups = true where id = ${profile}`)
  expect((await fetched()).status).toBe(200)
  await change(
    sql`update permission_profile set all_groups = false, channels = '{whatsapp}' where id = ${profile}`,
  )
  const withdrawn = await fetched()
  expect([withdrawn.status, withdrawn.json.code]).toEqual([403, 'export.withdrawn'])
  expect((await asker.call('GET', url)).status).toBe(200)
})
