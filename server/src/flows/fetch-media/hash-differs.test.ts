/** A provider may give a file another hash than its bytes have. They are kept, and people see it. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { AccountId } from '@verbatim/contract/ids.ts'
import { afterAll, expect, test } from 'vitest'
import { messageDelivery } from '#channels/wecom/records.ts'
import { keepDeliveries } from '#testing/fidelity/play.ts'
import { FakeWecom } from '#testing/fakes/wecom.ts'
import { useTestWorld } from '#testing/test-world.ts'
import { customer } from '#testing/wecom.ts'
import type { World } from '#testing/world.ts'
import { fetchDueMedia } from './fetch-media.ts'

let world: World
let folder: string
useTestWorld(
  (opened) => {
    world = opened
  },
  async () => {
    folder = await mkdtemp(join(tmpdir(), 'verbatim-archive-'))
    return { WECOM_ARCHIVE_DIR: folder }
  },
)
afterAll(() => rm(folder, { recursive: true, force: true }))

test('a file whose hash stays wrong is stored, and its message says so', async () => {
  const tenant = await world.makeTenant('hash-differs')
  const admin = await world.as(tenant, tenant.users.tenant_admin)
  const fake = new FakeWecom()
  const { archiveSecret, privateKeys } = fake.secrets
  const { json } = await admin.call('POST', '/external-accounts/api/v1/wecom/accounts', {
    name: 'Acme',
    address: fake.corpId,
    details: { archiveSecret, privateKeys },
  })
  const file = await fake.keepFile(folder, Buffer.from('the offer'))
  const say = (msgid: string, md5sum: string) => {
    const message = {
      msgid,
      action: 'send',
      from: customer,
      tolist: ['LiWei'],
      roomid: '',
      msgtime: world.ctx.now().getTime(),
      msgtype: 'file',
      file: { filename: `${msgid}.pdf`, ...file, md5sum },
    }
    const seq = msgid === 'right' ? 1 : 2
    return messageDelivery(fake.corpId, { seq, text: JSON.stringify(message), since: 0 })
  }
  await keepDeliveries(world, tenant, { channel: 'wecom', accountId: AccountId.parse(json.id) }, [
    say('right', String(file['md5sum'])),
    say('wrong', '0'.repeat(32)),
  ])
  await world.settle()
  for (let tries = 0; tries < 3; tries += 1) {
    await fetchDueMedia(world.ctx, tenant.id)
    world.pass(60_000)
  }
  const list = await admin.call('GET', '/bff/api/v1/messages?limit=50')
  const files = await Promise.all(
    list.json.items.map(async ({ id }: { id: string }) => {
      const { attachments } = (await admin.call('GET', `/bff/api/v1/messages/${id}`)).json
      return attachments.map(({ name, state, gapReason }: Record<string, unknown>) => [
        name,
        state,
        gapReason,
      ])
    }),
  )
  expect(files.flat().toSorted(([a], [b]) => String(a).localeCompare(String(b)))).toEqual([
    ['right.pdf', 'stored', undefined],
    ['wrong.pdf', 'stored', 'hash-differs'],
  ])
})
