/** A delivery that came and cannot be read was delivered, whatever the list has of its message. */
import { minuteMs } from '@verbatim/contract/durations.ts'
import { expect, test } from 'vitest'
import { findGaps } from '#domains/accounts/gaps.ts'
import { putOff } from '#flows/capture/quarantine.ts'
import { inTenant } from '#platform/db.ts'
import { useAgentAccount } from '#testing/agent-account.ts'
import { json } from '#testing/fidelity/cells.ts'
import { keepDeliveries } from '#testing/fidelity/play.ts'
import { reconcile } from './reconcile.ts'

const bed = useAgentAccount('quarantined')

const compare = async () => {
  bed.world.pass(10 * minuteMs)
  while ((await reconcile(bed.world.ctx, bed.tenant.id)) > 0);
  await bed.world.settle()
}

test('a message whose webhook is in quarantine is fetched from the Mac, and was not undelivered', async () => {
  const { world, tenant, accountId, agent } = bed
  await compare()
  const event = agent.newMessage({
    from: '+351912000111',
    text: 'Unreadable at first',
    fields: { dateCreated: world.ctx.now().getTime() - minuteMs },
  })
  const [kept] = await keepDeliveries(world, tenant, { channel: 'imessage', accountId }, [json(event)])
  const record = { id: kept!.recordId, accountId }
  for (let attempt = 1; attempt <= 5; attempt++)
    await putOff(world.ctx, tenant.id, record, new Error('out of order'))
  // What the list has is kept first, and read then: the comparison after that sees another state.
  for (let times = 1; times <= 2; times++) await compare()
  const found = await inTenant(world.ctx.db, tenant.id, async (tx) => ({
    quarantined: (await tx.selectFrom('quarantined_record').select('record_id').execute()).length,
    bodies: await tx.selectFrom('message').select('body').execute(),
    gaps: await findGaps(tx, accountId),
    recovered: await tx.selectFrom('coverage_hour').select('recovered').where('listed', '>', 0).execute(),
  }))
  expect(found).toEqual({
    quarantined: 1,
    bodies: [{ body: 'Unreadable at first' }],
    gaps: [],
    recovered: [{ recovered: 0 }],
  })
}, 60_000)
