/** The messaging provider gives messages twice and in another order, by its deliveries and in its list: what is captured is the same. */
import type { AddressInfo } from 'node:net'
import { minuteMs } from '@verbatim/contract/durations.ts'
import { expect, test } from 'vitest'
import { settleRequests } from '#flows/connect/settle-requests.ts'
import { inTenant } from '#platform/db.ts'
import { reaching } from '#testing/away-peers.ts'
import { Shuffle } from '#testing/fakes/shuffle.ts'
import { type FakeTwilio, openFakeTwilio } from '#testing/fakes/twilio.ts'
import { readProjection } from '#testing/fidelity/projection.ts'
import { useTestWorld } from '#testing/test-world.ts'
import type { World, WorldTenant } from '#testing/world.ts'
import { reconcile } from './reconcile.ts'

let opened: World
let origin: string
useTestWorld(async (world) => {
  opened = world
  world.passToNoon()
  await world.app.listen({ port: 0, host: '127.0.0.1' })
  origin = `http://127.0.0.1:${(world.app.server.address() as AddressInfo).port}`
})

const channels = ['sms', 'whatsapp'] as const
type Texted = (typeof channels)[number]
const number = '+14155560001'

/** Two within a second, one with a file, and two of ours that were sent elsewhere. */
function talk(twilio: FakeTwilio, channel: Texted): readonly Record<string, string>[] {
  const scheme = channel === 'whatsapp' ? 'whatsapp:' : ''
  const [from, to] = [`${scheme}+15550107788`, `${scheme}${number}`]
  const began = Math.floor((opened.ctx.now().getTime() - 30 * minuteMs) / 1_000) * 1_000
  const at = (second: number) => new Date(began + second * 1_000)
  const medium = twilio.keepMedium(Buffer.from('a'), 'image/jpeg')
  const received = [
    twilio.message({ from, to, body: 'One', at: at(1) }),
    twilio.message({ from, to, body: 'Two', at: at(2) }),
    twilio.message({ from, to, body: 'Two', at: at(2) }),
    twilio.message({ from, to, body: 'Three', media: [medium], at: at(3) }),
  ]
  const sent = [4, 5].map((second) =>
    twilio.sendElsewhere({ from: to, to: from, body: `Sent ${second}`, at: at(second) }),
  )
  const states = sent.flatMap((sid) =>
    ['sent', 'delivered'].map((state) => twilio.status(sid, state, { From: to, To: from })),
  )
  return [...received, ...states]
}

/** An account with what was said to it, in order; or each twice, in another order. */
async function capture(channel: Texted, ways: readonly ('delivered' | 'listed')[], seed?: number) {
  await using twilio = await openFakeTwilio()
  const world = reaching(opened, { MEDIA_HOSTS: `${twilio.host},${twilio.contentHost}` })
  const tenant = await world.makeTenant(`${channel}-${ways.join('-')}-${seed}`)
  const admin = await world.as(tenant, tenant.users.tenant_admin)
  const provider = {
    messagingProviderAccountSid: twilio.accountSid,
    secrets: { authToken: twilio.authToken },
  }
  await admin.call('PUT', '/bff/organizations', provider)
  if (channel === 'sms') twilio.rest.addNumber(number)
  else twilio.rest.addSender(number)
  const added = { name: 'Desk', address: number }
  const { json } = await admin.call('POST', `/external-accounts/api/v1/${channel}/accounts`, added)
  while ((await settleRequests(world.ctx, tenant.id)) > 0);

  const said = talk(twilio, channel)
  if (ways.includes('delivered')) await deliver(twilio, channel, { said, seed })
  if (ways.includes('listed')) {
    twilio.messages.largestPage = 2
    twilio.messages.mixing = seed
    while ((await reconcile(world.ctx, tenant.id)) > 0);
  }
  await world.settle()
  return { seen: await readProjection(world, tenant, json.id), order: await orderOf(world, tenant) }
}

async function deliver(
  twilio: FakeTwilio,
  channel: Texted,
  { said, seed }: { said: readonly Record<string, string>[]; seed: number | undefined },
): Promise<void> {
  const hook = twilio.rest.hookOf(channel === 'sms' ? number : `whatsapp:${number}`)
  if (!hook) throw new Error('Nothing receives its messages')
  const shuffle = new Shuffle()
  if (seed !== undefined) shuffle.hold()
  for (const fields of seed === undefined ? said : [...said, ...said])
    await shuffle.put(async () => {
      const { url, ...init } = twilio.requestTo(hook, fields, { origin })
      expect((await fetch(url, init)).status).toBe(200)
    })
  await shuffle.handOver(seed ?? 1)
}

/** What was kept, by its key, as it came. */
const orderOf = ({ ctx }: World, tenant: WorldTenant) =>
  inTenant(ctx.db, tenant.id, async (tx) => {
    const rows = await tx.selectFrom('message_record').select('source_key').orderBy('id').execute()
    return rows.map(({ source_key: key }) => key)
  })

test.each(
  channels.flatMap((channel) =>
    [['delivered'] as const, ['listed'] as const, ['delivered', 'listed'] as const].map(
      (ways) => [channel, ways] as const,
    ),
  ),
)(
  '%s: what is %s twice and in another order is captured as if it had come once, in order',
  async (channel, ways) => {
    const inOrder = await capture(channel, ways)
    const isListed = ways.some((way) => way === 'listed')
    expect(inOrder.seen.messages).toHaveLength(isListed ? 6 : 4)
    for (const seed of [11, 22, 33]) {
      const { seen, order } = await capture(channel, ways, seed)
      expect([seen, order.toSorted()], `seed ${seed}`).toEqual([inOrder.seen, inOrder.order.toSorted()])
      if (!isListed) expect(order, `seed ${seed}`).not.toEqual(inOrder.order)
    }
  },
  60_000,
)
