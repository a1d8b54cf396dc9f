import { expect, test } from 'vitest'
import { inTenant } from '#platform/db.ts'
import { StoreAway } from '#platform/files/failures.ts'
import { useTestWorld } from '#testing/test-world.ts'
import type { World } from '#testing/world.ts'
import { areFilesLost } from './lost-files.ts'

let world: World
useTestWorld((opened) => {
  world = opened
})

test('files count as lost if rows name some and the store has none of them', async () => {
  const { db, blobs } = world.ctx
  const nowhere = { has: () => Promise.resolve(false) }
  const tenant = await world.makeTenant('files')
  expect(await areFilesLost({ db, blobs: nowhere })).toBe(false) // no row names a file

  await world.deliver(tenant, { from: '+15550109999', body: 'with files' })
  await world.settle()
  const kept = await blobs.put(tenant.id, Buffer.from('kept'))
  await inTenant(db, tenant.id, async (tx) => {
    const { id } = await tx.selectFrom('message').select('id').executeTakeFirstOrThrow()
    for (const [ordinal, sha256] of [Buffer.alloc(32, 1), kept].entries()) {
      const values = { id: crypto.randomUUID(), message_id: id, ordinal, state: 'stored', sha256 }
      await tx
        .insertInto('attachment')
        .values(values as never)
        .execute()
    }
  })
  expect(await areFilesLost({ db, blobs })).toBe(false) // one exists, and `npm run verify` reports the other
  expect(await areFilesLost({ db, blobs: nowhere })).toBe(true)
  const away = { has: () => Promise.reject(new StoreAway(new Error('no route'))) }
  expect(await areFilesLost({ db, blobs: away })).toBe(false)
})
