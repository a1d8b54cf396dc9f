/** A provider that says it was asked too often is left alone for as long as it says, and what it has is fetched afterwards. */
import { minuteMs } from '@verbatim/contract/durations.ts'
import { expect, test } from 'vitest'
import { notifyOfGaps } from '#flows/watch-accounts/notify-of-gaps.ts'
import { fetchDueMedia } from '#flows/fetch-media/fetch-media.ts'
import { findGaps } from '#domains/accounts/gaps.ts'
import { inTenant } from '#platform/db.ts'
import { useAgentAccount } from '#testing/agent-account.ts'
import { reconcile } from './reconcile.ts'

const bed = useAgentAccount('too-often')

const compare = async () => {
  while ((await reconcile(bed.world.ctx, bed.tenant.id)) > 0);
  await bed.world.settle()
}
const stored = () =>
  inTenant(bed.world.ctx.db, bed.tenant.id, async (tx) => ({
    bodies: (await tx.selectFrom('message').select('body').execute()).map(({ body }) => body),
    files: (await tx.selectFrom('attachment').select('state').execute()).map(({ state }) => state),
  }))

test('an agent that is asked too often loses neither a message of its list nor a file', async () => {
  const { world, agent, tenant } = bed
  await compare()
  agent.newMessage({
    from: '+351912000111',
    text: 'Missed',
    attachments: [agent.keepAttachment(Buffer.from('a file'), 'text/plain')],
    fields: { dateCreated: world.ctx.now().getTime() + minuteMs },
  })
  world.pass(10 * minuteMs)

  agent.tooOftenForSeconds = 900
  await compare()
  expect([agent.askedTooOften, await stored()]).toEqual([1, { bodies: [], files: [] }])
  world.pass(15 * minuteMs - 1_000)
  await compare()
  expect(agent.askedTooOften).toBe(1)
  agent.tooOftenForSeconds = undefined
  world.pass(1_000)
  await compare()
  expect(await stored()).toEqual({ bodies: ['Missed'], files: ['pending'] })

  agent.tooOftenForSeconds = 900
  expect(await fetchDueMedia(world.ctx, tenant.id)).toBe(1)
  world.pass(15 * minuteMs - 1_000)
  expect(await fetchDueMedia(world.ctx, tenant.id)).toBe(0)
  agent.tooOftenForSeconds = undefined
  world.pass(1_000)
  expect(await fetchDueMedia(world.ctx, tenant.id)).toBe(1)
  expect(await stored()).toEqual({ bodies: ['Missed'], files: ['stored'] })
})

test('an agent that asks to wait is not disconnected, however long it does', async () => {
  const { world, agent, tenant, accountId } = bed
  await compare()
  agent.tooOftenForSeconds = 900
  for (let quarters = 0; quarters < 4; quarters++) {
    world.pass(15 * minuteMs)
    await compare()
    await notifyOfGaps(world.ctx, tenant.id)
  }
  const account = await inTenant(world.ctx.db, tenant.id, async (tx) => [
    await tx
      .selectFrom('channel_account')
      .where('id', '=', accountId)
      .select(['status', 'problem'])
      .executeTakeFirst(),
    (await findGaps(tx, accountId)).map(({ kind }) => kind),
  ])
  // Only that the agent had not delivered what was fetched before.
  expect(account).toEqual([{ status: 'active', problem: null }, ['undelivered']])
  agent.tooOftenForSeconds = undefined
})
