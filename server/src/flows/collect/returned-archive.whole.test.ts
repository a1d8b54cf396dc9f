/** A corporation whose account is removed and added again still opens what waited for a key. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { AccountId } from '@verbatim/contract/ids.ts'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { findCollectors } from '#channels/registry.ts'
import { settleRequests } from '#flows/connect/settle-requests.ts'
import { inTenant } from '#platform/db.ts'
import { openTestDatabase, type TestDatabase } from '#testing/database.ts'
import { FakeWecom } from '#testing/fakes/wecom.ts'
import { customer } from '#testing/wecom.ts'
import { openWorld, type World, type WorldTenant } from '#testing/world.ts'
import { openCollecting } from './collect.ts'

const accounts = '/external-accounts/api/v1/wecom/accounts'
let database: TestDatabase
let world: World
let tenant: WorldTenant
let folder: string
beforeAll(async () => {
  database = await openTestDatabase()
  folder = await mkdtemp(join(tmpdir(), 'verbatim-archive-'))
  world = await openWorld(database.url, { WECOM_ARCHIVE_DIR: folder })
  tenant = await world.makeTenant('returned-archive')
}, 60_000)
afterAll(async () => {
  await world?.[Symbol.asyncDispose]()
  await database?.close()
  await rm(folder, { recursive: true, force: true })
})

/** Until the archive has been read once more than before. */
async function collect(isRead: () => Promise<boolean>): Promise<void> {
  const collectors = findCollectors().filter(({ channel }) => channel === 'wecom')
  const collecting = openCollecting(world.ctx, { holder: `test-${world.ctx.now().getTime()}`, collectors })
  await collecting.tick()
  await vi.waitUntil(isRead, { timeout: 10_000, interval: 20 })
  await collecting.close()
  await world.settle()
}

test('what waits for a key is opened also after the account was removed and added again', async () => {
  const admin = await world.as(tenant, tenant.users.tenant_admin)
  const fake = new FakeWecom('ww1436e0e65a771999')
  const enter = async (privateKeys: string) => {
    const { archiveSecret } = fake.secrets
    const details = { archiveSecret, privateKeys }
    const { json } = await admin.call('POST', accounts, { name: 'Acme', address: fake.corpId, details })
    return AccountId.parse(json.id)
  }
  const bodies = () =>
    inTenant(world.ctx.db, tenant.id, async (tx) =>
      (await tx.selectFrom('message').select('body').execute()).map(({ body }) => body),
    )
  const records = () =>
    inTenant(
      world.ctx.db,
      tenant.id,
      async (tx) => (await tx.selectFrom('message_record').select('id').execute()).length,
    )
  const msgtime = world.ctx.now().getTime()
  const said = { action: 'send', from: 'LiWei', tolist: [customer], roomid: '', msgtype: 'text', msgtime }
  await fake.archive(folder, [fake.sealed({ ...said, msgid: 'a1', text: { content: 'Waited' } })])
  const id = await enter(new FakeWecom().addKey())
  await collect(async () => (await records()) === 1)
  expect(await bodies()).toEqual([null])

  await admin.call('POST', `${accounts}/${id}/request-delete`)
  while ((await settleRequests(world.ctx, tenant.id)) > 0);
  // WeCom keeps a message for five days.
  await rm(join(folder, fake.corpId), { recursive: true })
  expect(await enter(fake.privateKeys.join('\n'))).toBe(id)
  world.pass(60_000)
  await collect(async () => (await records()) === 2)
  expect(await bodies()).toEqual(expect.arrayContaining(['Waited']))
}, 60_000)
