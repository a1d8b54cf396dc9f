import { hourMs } from '@verbatim/contract/durations.ts'
import { mkdir, readdir, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { runExports } from '#flows/make-exports/run-exports.ts'
import { inTenant } from '#platform/db.ts'
import { useTestWorld } from '#testing/test-world.ts'
import type { World, WorldTenant } from '#testing/world.ts'
import { sweepFiles } from './sweep-files.ts'

let world: World
let tenant: WorldTenant
useTestWorld(async (opened) => {
  world = opened
  tenant = await world.makeTenant('files')
})

const folderOf = (kind: 'blobs' | 'exports') => join(world.ctx.config.VERBATIM_HOME, kind, tenant.id)
const longAgo = new Date(Date.now() - 2 * hourMs)

async function leave(path: string, written = longAgo): Promise<void> {
  await mkdir(join(path, '..'), { recursive: true })
  await writeFile(path, 'half')
  await utimes(path, written, written)
}

test('leftovers of killed processes are removed; blobs, wanted exports and files being written stay', async () => {
  const bytes = Buffer.from('a blob that stays')
  const sha256 = await world.ctx.blobs.put(tenant.id, bytes)
  const reader = await world.as(tenant, tenant.users.compliance)
  const { json } = await reader.call('POST', '/bff/api/v1/messages/export', {})
  await runExports(world.ctx, tenant.id)
  const made = join(folderOf('exports'), `${json.exportId}-1`)
  await utimes(made, longAgo, longAgo)
  await leave(join(folderOf('blobs'), 'aside', 'half'))
  await leave(join(folderOf('blobs'), 'aside', 'under-way'), new Date())
  await leave(join(folderOf('exports'), 'aside', 'half'))
  await leave(join(folderOf('exports'), '018f-1'))
  await leave(join(folderOf('exports'), 'aside', 'under-way'), new Date())

  expect(await sweepFiles(world.ctx, tenant.id)).toBe(3)
  expect(await readdir(join(folderOf('blobs'), 'aside'))).toEqual(['under-way'])
  expect((await readdir(folderOf('exports'))).toSorted()).toEqual([`${json.exportId}-1`, 'aside'])
  expect(await world.ctx.blobs.get(tenant.id, sha256)).toEqual(bytes)

  await inTenant(world.ctx.db, tenant.id, (tx) =>
    sql`update export set finished_at = finished_at - interval '8 days'`.execute(tx),
  )
  expect(await sweepFiles(world.ctx, tenant.id)).toBe(1)
  expect(await readdir(folderOf('exports'))).toEqual(['aside'])
  expect(await readdir(join(folderOf('exports'), 'aside'))).toEqual(['under-way'])
})

test('an organization without files has nothing to clean up', async () => {
  const other = await world.makeTenant('empty')
  expect(await sweepFiles(world.ctx, other.id)).toBe(0)
})
