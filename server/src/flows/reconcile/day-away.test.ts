/** Each provider is away for a day and comes back: nothing is lost, and its gap is shown and then over. */
import type { AccountGap } from '@verbatim/contract/account-gaps.ts'
import type { Channel } from '@verbatim/contract/channels.ts'
import { hourMs } from '@verbatim/contract/durations.ts'
import { AccountId } from '@verbatim/contract/ids.ts'
import { isWhole, shareOf } from '@verbatim/reference/share.ts'
import { expect, test } from 'vitest'
import { findGaps } from '#domains/accounts/gaps.ts'
import { type Collecting, openCollecting } from '#flows/collect/collect.ts'
import type { Collector } from '#flows/collect/session.ts'
import { openIntake } from '#flows/capture/intake/smtp.ts'
import { settleRequests } from '#flows/connect/settle-requests.ts'
import { checkAccounts } from '#flows/watch-accounts/check-accounts.ts'
import { inTenant } from '#platform/db.ts'
import { type AwayPeer, collectorsOf, linkPeer, openAwayPeer, reaching } from '#testing/away-peers.ts'
import { useTestWorld } from '#testing/test-world.ts'
import { until } from '#testing/until.ts'
import type { World, WorldTenant } from '#testing/world.ts'
import { reconcile } from './reconcile.ts'

/** `npm run whole` takes the whole day: each hour is delivered, asked for and looked at. */
const hours = isWhole ? 24 : 8
const said = Array.from({ length: hours }, (_, index) => `Hour ${index}`)

let opened: World
useTestWorld(
  (world) => {
    opened = world
  },
  async () => ({ SMTP_INTAKE_PORT: '0', LISTEN_HOST: '127.0.0.1' }),
)

interface Away {
  readonly world: World
  readonly tenant: WorldTenant
  readonly peer: AwayPeer
  readonly id: AccountId
}

const inside = <T>({ world, tenant }: Omit<Away, 'id'>, work: Parameters<typeof inTenant<T>>[2]) =>
  inTenant(world.ctx.db, tenant.id, work)

/** The texts of the account, in the order in which they were kept: an archive gets them so. */
async function textsOf(away: Away): Promise<(string | null)[]> {
  await away.world.settle()
  const rows = await inside(away, (tx) =>
    tx
      .selectFrom('message')
      .where('account_id', '=', away.id)
      .select('body')
      .orderBy('record_id')
      .orderBy('id')
      .execute(),
  )
  return rows.map(({ body }) => body)
}
const gapsOf = (away: Away) => inside(away, (tx) => findGaps(tx, away.id))
const countOf = (away: Away) =>
  inside(away, async (tx) => {
    const records = tx.selectFrom('message_record').where('account_id', '=', away.id).select('id')
    return (await records.execute()).length
  })

const without = (known: readonly AccountGap[], gaps: readonly AccountGap[]) =>
  gaps.filter(({ id }) => !known.some((one) => one.id === id))

/** One gap, over all of the time. */
async function expectOneGap(
  away: Away,
  began: Date,
  kind: 'disconnected' | 'silent' = 'disconnected',
  known: readonly AccountGap[] = [],
): Promise<void> {
  const gaps = without(known, await gapsOf(away))
  expect(gaps).toMatchObject([{ kind, endedAt: expect.any(String) }])
  const [from, to] = [gaps[0]?.beganAt, gaps[0]?.endedAt].map((at) => Date.parse(at ?? ''))
  expect(from! - began.getTime()).toBeLessThanOrEqual(hourMs)
  expect(to! - from!).toBeGreaterThanOrEqual((hours - 1) * hourMs)
}

/** An account whose provider has a list is connected by its screen. */
async function connect({ world, tenant, peer }: Omit<Away, 'id'>): Promise<AccountId> {
  const admin = await world.as(tenant, tenant.users.tenant_admin)
  const { channel, address, secrets, provider } = peer
  if (provider) await admin.call('PUT', '/bff/organizations', provider)
  const path = `/external-accounts/api/v1/${channel}/accounts`
  const { json } = await admin.call('POST', path, { name: 'Desk', address, details: secrets })
  while ((await settleRequests(world.ctx, tenant.id)) > 0);
  return AccountId.parse(json.id)
}

const isUnreachable = [{ kind: 'disconnected', problem: 'unreachable' }]

async function passDayByList(away: Away): Promise<void> {
  const { world, tenant, peer } = away
  const compare = async () => {
    while ((await reconcile(world.ctx, tenant.id)) > 0);
  }
  await peer.say('Before', world.ctx.now())
  world.pass(5 * 60_000)
  await compare()
  // These peers have their list alone, so what they said before was not delivered.
  const known = await gapsOf(away)
  const began = world.ctx.now()
  await peer.leave()
  for (const text of said) {
    await peer.say(text, world.ctx.now())
    // As soon as it is checked, which is more often than it is compared, what was said is of the gap.
    world.pass(45_000)
    await checkAccounts(world.ctx, tenant.id)
    world.pass(hourMs - 45_000)
    await compare()
  }
  expect(without(known, await gapsOf(away))).toMatchObject(isUnreachable)
  await peer.comeBack()
  world.pass(hourMs)
  await compare()
  expect(await textsOf(away)).toEqual(['Before', ...said])
  await expectOneGap(away, began, 'disconnected', known)
}

async function passDayByConnection(away: Away, collectors: readonly Collector[]): Promise<void> {
  const { world, peer, id } = away
  const open = () => openCollecting(world.ctx, { holder: 'test', collectors })
  const untilCount = (count: number) => until(async () => (await countOf(away)) === count)
  let collecting: Collecting = open()
  try {
    await collecting.tick()
    await peer.isOpen?.()
    await peer.say('Before', world.ctx.now())
    await untilCount(1)
    world.pass(1_000)
    const began = world.ctx.now()
    await peer.leave()
    // A session in which the provider answered goes on until it asks again, so another process takes over.
    await collecting.close()
    collecting = open()
    // It is tried each time its wait is over, which is soon longer than an hour has minutes.
    for (const text of said) {
      await peer.say(text, world.ctx.now())
      await collecting.tick()
      await until(() => !collecting.accountIds.includes(id))
      world.pass(hourMs)
    }
    expect(await gapsOf(away)).toMatchObject(isUnreachable)
    await peer.comeBack()
    await collecting.tick()
    await peer.isOpen?.()
    await peer.handOver?.()
    await untilCount(1 + hours)
    expect(await textsOf(away)).toEqual(['Before', ...said])
    await expectOneGap(away, began)
  } finally {
    await collecting.close()
    // The next row has other peers.
    await inside(away, (tx) => tx.updateTable('channel_account').set({ status: 'inactive' }).execute())
  }
}

/** Nothing of ours is asked or connected: that mails stay away shows in the account's silence, by what is expected of it. */
async function passDayByMail(away: Away): Promise<void> {
  const { world, tenant, peer, id } = away
  await using closing = new AsyncDisposableStack()
  const intake = await openIntake(world.ctx)
  closing.defer(() => intake.close())
  const admin = await world.as(tenant, tenant.users.tenant_admin)
  await admin.call('PUT', `/bff/api/v1/accounts/${id}`, { expectedHours: 1 })
  const { json } = await admin.call('GET', `/external-accounts/api/v1/proofpoint/accounts/${id}`)
  peer.mailTo?.(intake.port, json.address)
  const look = () => checkAccounts(world.ctx, tenant.id)
  await peer.say('Before', world.ctx.now())
  expect(await textsOf(away)).toEqual(['Before'])
  const began = world.ctx.now()
  world.pass(1_000)
  await peer.leave()
  for (const text of said) {
    await peer.say(text, world.ctx.now())
    world.pass(hourMs)
    await look()
  }
  expect(await countOf(away)).toBe(1)
  expect(await gapsOf(away)).toMatchObject([{ kind: 'silent' }])
  await peer.comeBack()
  await peer.handOver?.()
  world.pass(5 * 60_000)
  await look()
  expect(await textsOf(away)).toEqual(['Before', ...said])
  await expectOneGap(away, began, 'silent')
}

test.each(
  shareOf<[Channel, 'list' | 'connection' | 'mail']>(
    [
      ['sms', 'list'],
      ['whatsapp', 'list'],
      ['imessage', 'list'],
      ['wecom', 'connection'],
      ['telegram', 'connection'],
      ['signal', 'connection'],
      ['whatsappnative', 'connection'],
      ['proofpoint', 'mail'],
    ],
    4,
  ),
)(
  '%s, by its %s: after an outage everything of the day arrives in order, and one gap has its times',
  async (channel, way) => {
    await using peer = await openAwayPeer(channel)
    const world = reaching(opened, peer.env)
    const tenant = await world.makeTenant(`away-${channel}`)
    const at = { world, tenant, peer }
    if (way === 'list') await passDayByList({ ...at, id: await connect(at) })
    else if (way === 'mail') await passDayByMail({ ...at, id: await connect(at) })
    else await passDayByConnection({ ...at, id: await linkPeer(world, tenant, peer) }, collectorsOf(peer))
  },
  30_000,
)
