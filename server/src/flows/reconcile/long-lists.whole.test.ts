/** People write as much as they like: no list of it stops the comparison of an account. */
import { minuteMs } from '@verbatim/contract/durations.ts'
import { expect, test } from 'vitest'
import { inTenant } from '#platform/db.ts'
import { useAgentAccount } from '#testing/agent-account.ts'
import { reconcile } from './reconcile.ts'

const bed = useAgentAccount('long-lists')

test('messages that are too long together, or alone, are fetched, and so is what follows them', async () => {
  const { world, agent, tenant } = bed
  let at = world.ctx.now().getTime() + minuteMs
  const write = (text: string, fields = {}) =>
    agent.newMessage({ from: '+351912000111', text, fields: { dateCreated: (at += 1_000), ...fields } })
  // Each text is twice in the list, and has three bytes for each character in it; 8 MB are read at once.
  for (let count = 0; count < 72; count++) write('好'.repeat(20_000))
  const long = 'x'.repeat(8.1 * 1024 * 1024)
  write('With a card', { balloonBundleId: 'com.acme.app', payloadData: [{ ldtext: long }] })
  write(long, { attributedBody: null })
  write('The last one')
  world.pass(10 * minuteMs)
  while ((await reconcile(world.ctx, tenant.id)) > 0);
  await world.settle()
  const { bodies, gaps } = await inTenant(world.ctx.db, tenant.id, async (tx) => ({
    bodies: await tx.selectFrom('message').select(['body', 'content_type']).orderBy('posted_at').execute(),
    gaps: await tx.selectFrom('account_gap').select(['kind', 'problem']).execute(),
  }))
  expect(bodies.filter(({ body }) => body?.startsWith('好'))).toHaveLength(72)
  expect(bodies.slice(72).map(({ body }) => body)).toEqual(['With a card', null, 'The last one'])
  // The agent had delivered none of them.
  expect(gaps).toEqual([{ kind: 'undelivered', problem: null }])
}, 60_000)
