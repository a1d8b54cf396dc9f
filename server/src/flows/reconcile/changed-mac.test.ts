/** A Mac that has fewer messages than before: its owner removed some, or it is another one behind the same address. */
import { dayMs, hourMs, minuteMs } from '@verbatim/contract/durations.ts'
import { beforeEach, expect, test } from 'vitest'
import { inTenant } from '#platform/db.ts'
import { useAgentAccount } from '#testing/agent-account.ts'
import type { FakeEvent } from '#testing/fakes/bluebubbles.ts'
import { reconcile } from './reconcile.ts'

const bed = useAgentAccount('changed-mac')

async function passAndCompare(ms: number): Promise<void> {
  bed.world.pass(ms)
  while ((await reconcile(bed.world.ctx, bed.tenant.id)) > 0);
  await bed.world.settle()
}

const said: FakeEvent[] = []
function say(text: string, row: number): FakeEvent {
  const fields = { dateCreated: bed.world.ctx.now().getTime() - minuteMs, originalROWID: row }
  const event = bed.agent.newMessage({ from: '+351912000111', text, fields })
  said.push(event)
  return event
}

const noted = () =>
  inTenant(bed.world.ctx.db, bed.tenant.id, (tx) =>
    tx
      .selectFrom('unlisted_message')
      .innerJoin('message', 'message.id', 'unlisted_message.message_id')
      .select(['body', 'is_gone'])
      .orderBy('body')
      .execute(),
  )
const placeSince = () =>
  inTenant(bed.world.ctx.db, bed.tenant.id, async (tx) => {
    const accounts = tx.selectFrom('channel_account').where('id', '=', bed.accountId)
    return (await accounts.select('list_place_since as since').executeTakeFirstOrThrow()).since?.getTime()
  })

let newest: FakeEvent
let row = 1_000

beforeEach(async () => {
  await passAndCompare(10 * minuteMs)
  say('First', (row += 1))
  newest = say('Second', (row += 1))
  await passAndCompare(10 * minuteMs)
}, 60_000)

test('what its owner removed is known once the next message has a number that was not given before', async () => {
  const since = await placeSince()
  expect(since).toBeDefined()
  bed.agent.removeMessage(newest)
  await passAndCompare(2 * hourMs)
  await passAndCompare(dayMs)
  expect(await noted()).toEqual([])
  say('Next', (row += 1))
  await passAndCompare(10 * minuteMs)
  // With the week before.
  await passAndCompare(dayMs)
  expect(await noted()).toEqual([{ body: 'Second', is_gone: true }])
  expect(await placeSince()).toEqual(since)
}, 60_000)

test('of another Mac with fewer messages, nothing is said about those of the one before', async () => {
  const before = await noted()
  const since = (await placeSince()) ?? Infinity
  for (const event of said) bed.agent.removeMessage(event)
  say('Of the new Mac', 6)
  await passAndCompare(2 * hourMs)
  expect(await placeSince()).toBe(since)
  say('The next one', 7)
  await passAndCompare(2 * hourMs)
  await passAndCompare(2 * dayMs)
  expect(await noted()).toEqual(before)
  expect(await placeSince()).toBeGreaterThan(since)
}, 60_000)
