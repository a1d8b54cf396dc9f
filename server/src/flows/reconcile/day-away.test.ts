/**
 * A provider that is away for a day and comes back, by the way in which we get its messages: by webhooks and a list, by an
 * archive that is asked for more, and over a connection that we hold.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { AccountId } from '@verbatim/contract/ids.ts'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { findCollectors } from '#channels/registry.ts'
import { createAccounts } from '#domains/accounts/commands.ts'
import { findGaps } from '#domains/accounts/gaps.ts'
import { sealSecretsOf } from '#flows/capture/account-secrets.ts'
import { type Collecting, openCollecting } from '#flows/collect/collect.ts'
import { openKeyStore } from '#flows/collect/keys.ts'
import { settleRequests } from '#flows/connect/settle-requests.ts'
import { newId } from '#kernel/uuid.ts'
import { inTenant } from '#platform/db.ts'
import { openTestDatabase, type TestDatabase } from '#testing/database.ts'
import { type FakeSignalCli, openFakeSignalCli } from '#testing/fakes/signal-cli.ts'
import { type FakeTwilio, openFakeTwilio } from '#testing/fakes/twilio.ts'
import { FakeWecom } from '#testing/fakes/wecom.ts'
import { openWorld, type World, type WorldTenant } from '#testing/world.ts'
import { reconcile } from './reconcile.ts'

const hour = 3_600_000
const hours = 24

let database: TestDatabase
let world: World
let twilio: FakeTwilio
let daemon: FakeSignalCli
let folder: string
let collecting: Collecting
let tenant: WorldTenant
beforeAll(async () => {
  database = await openTestDatabase()
  folder = await mkdtemp(join(tmpdir(), 'verbatim-archive-'))
  daemon = await openFakeSignalCli()
  twilio = await openFakeTwilio()
  world = await openWorld(database.url, {
    SIGNAL_DAEMON_URL: daemon.url,
    WECOM_ARCHIVE_DIR: folder,
    MEDIA_HOSTS: `${twilio.host},${twilio.contentHost}`,
  })
  await world.app.listen({ port: 0, host: '127.0.0.1' })
  tenant = await world.makeTenant('away')
  collecting = openCollecting(world.ctx, { holder: 'test', collectors: findCollectors() })
}, 60_000)
afterAll(async () => {
  await collecting?.close()
  await world?.[Symbol.asyncDispose]()
  await daemon?.close()
  await twilio?.close()
  await database?.close()
  await rm(folder, { recursive: true, force: true })
})

const until = (is: () => boolean | Promise<boolean>) => vi.waitUntil(is, { timeout: 10_000, interval: 10 })
const said = Array.from({ length: hours }, (_, index) => `Hour ${index}`)

/** The texts of an account, in the order in which they were sent, as the reader sees them. */
const textsOf = (id: AccountId) =>
  inTenant(world.ctx.db, tenant.id, async (tx) => {
    const rows = await tx
      .selectFrom('message')
      .where('account_id', '=', id)
      .select('body')
      .orderBy('posted_at')
      .orderBy('id')
      .execute()
    return rows.map(({ body }) => body)
  })
const gapsOf = (id: AccountId) => inTenant(world.ctx.db, tenant.id, (tx) => findGaps(tx, id))

/** One gap, over all of the time. */
async function expectOneGap(id: AccountId, began: Date): Promise<void> {
  const gaps = await gapsOf(id)
  expect(gaps).toMatchObject([{ kind: 'disconnected', endedAt: expect.any(String) }])
  const [from, to] = [gaps[0]?.beganAt, gaps[0]?.endedAt].map((at) => Date.parse(at ?? ''))
  expect(from! - began.getTime()).toBeLessThanOrEqual(hour)
  expect(to! - from!).toBeGreaterThanOrEqual((hours - 1) * hour)
}

/** An account whose connection we hold, linked already. */
async function link(
  channel: 'signal' | 'wecom',
  address: string,
  secrets: Record<string, string> = {},
): Promise<AccountId> {
  const { ctx } = world
  const id = AccountId.parse(newId(ctx.now()))
  const sealedSecrets = sealSecretsOf({ tenantId: tenant.id, id }, secrets, ctx.secrets)
  await inTenant(ctx.db, tenant.id, async (tx) => {
    await createAccounts(tx, [{ id, channel, name: address, address, sealedSecrets }])
    await tx.updateTable('channel_account').set({ status: 'active' }).where('id', '=', id).execute()
    await tx
      .insertInto('account_session')
      .values({ account_id: id, try_after: ctx.now(), is_linked: true })
      .execute()
  })
  const keys = openKeyStore(ctx, { tenantId: tenant.id, id })
  await keys.set([{ type: 'device', id: 'linked', value: Buffer.from(ctx.now().toISOString()) }])
  return id
}

/** A failing connection is tried each time its wait is over, which is soon longer than an hour has minutes. */
async function failFor(id: AccountId, each: (index: number) => Promise<void> | void): Promise<void> {
  for (let index = 0; index < hours; index++) {
    await each(index)
    await collecting.tick()
    await until(() => !collecting.accountIds.includes(id))
    world.pass(hour)
  }
}

test('by webhooks and a list: everything that the list has by then is fetched, in order', async () => {
  const admin = await world.as(tenant, tenant.users.tenant_admin)
  const { port } = world.app.server.address() as AddressInfo
  await admin.call('PUT', '/bff/organizations', {
    messagingProviderAccountSid: twilio.accountSid,
    secrets: { authToken: twilio.authToken },
  })
  const [number, from] = ['+14155560001', '+15550107788']
  twilio.rest.addNumber(number)
  const { json } = await admin.call('POST', '/external-accounts/api/v1/sms/accounts', {
    name: 'Desk',
    address: number,
  })
  const id = AccountId.parse(json.id)
  while ((await settleRequests(world.ctx, tenant.id)) > 0);
  await twilio.deliverTo(
    number,
    { from, body: 'Before', at: world.ctx.now() },
    { origin: `http://localhost:${port}` },
  )
  world.pass(5 * 60_000)
  await reconcile(world.ctx, tenant.id)
  const began = world.ctx.now()
  twilio.isAway = true
  for (const body of said) {
    twilio.message({ from, to: number, body, at: world.ctx.now() })
    world.pass(hour)
    await reconcile(world.ctx, tenant.id)
  }
  twilio.isAway = false
  expect(await gapsOf(id)).toMatchObject([{ kind: 'disconnected', problem: 'unreachable' }])
  world.pass(hour)
  while ((await reconcile(world.ctx, tenant.id)) > 0);
  await world.settle()
  expect(await textsOf(id)).toEqual(['Before', ...said])
  await expectOneGap(id, began)
})

test('by an archive: it goes on after the last message that it had, in order', async () => {
  const wecom = new FakeWecom()
  let count = 0
  const archive = (content: string) =>
    wecom.archive(folder, [
      wecom.sealed({
        msgid: `m${(count += 1)}`,
        action: 'send',
        from: 'LiWei',
        tolist: ['WangFang'],
        roomid: '',
        msgtime: world.ctx.now().getTime(),
        msgtype: 'text',
        text: { content },
      }),
    ])
  await archive('Before')
  const id = await link('wecom', wecom.corpId, wecom.secrets)
  await collecting.tick()
  await until(async () => (await countOf(id)) === 1)
  const began = world.ctx.now()
  await wecom.fail(folder, 10_001)
  await restart()
  await failFor(id, (index) => archive(said[index]!))
  expect(await gapsOf(id)).toMatchObject([{ kind: 'disconnected', problem: 'unreachable' }])
  await wecom.fail(folder, '')
  await collecting.tick()
  await until(async () => (await countOf(id)) === 1 + hours)
  await world.settle()
  expect(await textsOf(id)).toEqual(['Before', ...said])
  await expectOneGap(id, began)
})

test('over a connection: what was held for us comes once it is open again, and is in order', async () => {
  const number = '+14155550299'
  daemon.accounts.add(number)
  const id = await link('signal', number)
  const tell = (message: string, timestamp: number) =>
    daemon.receive(number, {
      envelope: {
        sourceNumber: '+351912000111',
        sourceUuid: '0b0b0b0b-1111-4222-8333-444444444444',
        timestamp,
        dataMessage: { timestamp, message },
      },
    })
  await collecting.tick()
  await until(() => daemon.streamsOf(number) === 1)
  tell('Before', world.ctx.now().getTime())
  await until(async () => (await countOf(id)) === 1)
  world.pass(1_000)
  const began = world.ctx.now()
  await daemon.close()
  await until(() => !collecting.accountIds.includes(id))
  const held: (readonly [string, number])[] = []
  await failFor(id, (index) => void held.push([said[index]!, world.ctx.now().getTime()]))
  expect(await gapsOf(id)).toMatchObject([{ kind: 'disconnected', problem: 'unreachable' }])
  await daemon.listen()
  await collecting.tick()
  await until(() => daemon.streamsOf(number) === 1)
  for (const one of held) tell(...one)
  await until(async () => (await countOf(id)) === 1 + hours)
  await world.settle()
  expect(await textsOf(id)).toEqual(['Before', ...said])
  await expectOneGap(id, began)
})

/** A session in which the provider answered goes on until it asks again, so another process takes over. */
async function restart(): Promise<void> {
  await collecting.close()
  collecting = openCollecting(world.ctx, { holder: 'test', collectors: findCollectors() })
}

const countOf = (id: AccountId) =>
  inTenant(world.ctx.db, tenant.id, async (tx) => {
    const rows = await tx.selectFrom('message_record').where('account_id', '=', id).select('id').execute()
    return rows.length
  })
