/** Files of collected deliveries that a disk gives only after a while, or not at all. */
import { readdir, rm, symlink } from 'node:fs/promises'
import { basename } from 'node:path'
import type { AccountGapId, AccountId } from '@verbatim/contract/ids.ts'
import { afterEach, expect, test } from 'vitest'
import { newId } from '#kernel/uuid.ts'
import { createAheadFile } from '#platform/ahead-file.ts'
import { type Db, inTenant, openDb, type TenantTx } from '#platform/db.ts'
import { addCollected } from '#testing/add-collected.ts'
import { openPeer, type Peer } from '#testing/fakes/peer.ts'
import { useTenants } from '#testing/test-world.ts'
import { until } from '#testing/until.ts'
import type { World, WorldTenant } from '#testing/world.ts'
import { deliveryFiles } from './account-files.ts'
import { aheadFolder, usualAhead } from './ahead.ts'
import { openCollecting } from './collect.ts'
import { openLeftovers } from './leftovers.ts'

let world: World
let tenant: WorldTenant
let peer: Peer
let away: Db
let id: AccountId
useTenants('left-files', async (made, its) => {
  world = its
  tenant = made
  peer = openPeer({ forgets: true })
  away = openDb('postgresql://reader@127.0.0.1:9/nothing')
  id = await inTx((tx) => addCollected(tx, world.ctx.now()))
})
afterEach(async () => {
  await inTx((tx) => tx.updateTable('channel_account').set({ status: 'inactive' }).execute())
  await away.destroy()
  await rm(folder(), { recursive: true, force: true })
})

const inTx = <T>(act: (tx: TenantTx) => Promise<T>) => inTenant(world.ctx.db, tenant.id, act)
const folder = () => aheadFolder(world.ctx.config)
const kept = () =>
  inTx(async (tx) =>
    (await tx.selectFrom('message_record').select('source_key').execute()).map((row) => row.source_key),
  )
const replay = () => openLeftovers(world.ctx, () => peer.collector).replay(new AbortController().signal)

/** A connection takes a delivery while the database is away, and ends. */
async function leave(text: string, createFile = createAheadFile): Promise<void> {
  const limits = { ...usualAhead, retryMs: 100, endWithinMs: 200, createFile }
  const collecting = openCollecting(
    { ...world.ctx, intakeDb: away },
    { holder: 'one', collectors: [peer.collector], limits },
  )
  await collecting.tick()
  await until(() => peer.sessions.length === 1)
  await peer.sessions[0]?.keep([{ contentType: 'text/plain', body: Buffer.from(text) }])
  await collecting.close()
}

test('a file that its own process could not close is read by that process', { tags: ['whole'] }, async () => {
  await leave('left', async (path) => {
    const file = await createAheadFile(path)
    const close = async () => {
      await file.close()
      throw Object.assign(new Error('i/o error'), { code: 'EIO', syscall: 'close' })
    }
    return Object.create(file, { close: { value: close } })
  })
  await replay()
  expect(await kept()).toEqual(['left'])
})

test('the others do not wait for a file that cannot be opened', async () => {
  await leave('left')
  // The system lets no one read them. One of so many is before it, in whatever order a folder has its files.
  const closed = Array.from({ length: 20 }, () =>
    deliveryFiles.pathOf(folder(), id, newId<AccountGapId>(world.ctx.now())),
  )
  for (const path of closed) await symlink('/proc/sys/vm/compact_memory', path)
  await replay()
  expect(await kept()).toEqual(['left'])
  expect((await readdir(folder())).toSorted()).toEqual(closed.map((path) => basename(path)).toSorted())
})
