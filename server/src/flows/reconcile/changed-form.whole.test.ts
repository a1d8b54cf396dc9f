/** A provider whose list has another form than Verbatim knows: nothing in it says what is stored, and people are notified. */
import { minuteMs } from '@verbatim/contract/durations.ts'
import { expect, test } from 'vitest'
import { findGaps } from '#domains/accounts/gaps.ts'
import { inTenant } from '#platform/db.ts'
import { useAgentAccount } from '#testing/agent-account.ts'
import { json } from '#testing/fidelity/cells.ts'
import { keepDeliveries } from '#testing/fidelity/play.ts'
import { reconcile } from './reconcile.ts'

const bed = useAgentAccount('changed-form')

test('a list without ids brings nothing a second time, and counts as one that cannot be read', async () => {
  const { world, tenant, accountId, agent } = bed
  const compare = async () => {
    world.pass(10 * minuteMs)
    while ((await reconcile(world.ctx, tenant.id)) > 0);
    await world.settle()
  }
  await compare()
  const dateCreated = world.ctx.now().getTime() - minuteMs
  const events = Array.from({ length: 25 }, (_, n) =>
    agent.newMessage({ from: '+351912000111', text: `Delivered ${n}`, fields: { dateCreated } }),
  )
  await keepDeliveries(world, tenant, { channel: 'imessage', accountId }, events.map(json))
  await world.settle()
  for (const event of events) agent.updated(event, { guid: { id: event.data['guid'] } })
  for (let times = 1; times <= 2; times++) await compare()
  const found = await inTenant(world.ctx.db, tenant.id, async (tx) => ({
    bodies: (await tx.selectFrom('message').select('body').execute()).length,
    gaps: (await findGaps(tx, accountId)).map(({ kind, problem }) => [kind, problem]),
  }))
  expect(found).toEqual({ bodies: 25, gaps: [['disconnected', 'unreachable']] })
}, 60_000)
