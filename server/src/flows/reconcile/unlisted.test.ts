/** What we have and the provider's list lacks, against Twilio's list. */
import { hourMs, minuteMs } from '@verbatim/contract/durations.ts'
import { expect, test } from 'vitest'
import { inTenant } from '#platform/db.ts'
import { client, setUpReconciling } from '#testing/reconciling.ts'
import { reconcile } from './reconcile.ts'

const { bed, ago, connect, pass, compare, coverage } = setUpReconciling()

type Account = Awaited<ReturnType<typeof connect>>

/** @returns Its SID. */
async function deliver({ number }: Account, body: string, at: Date): Promise<string> {
  await bed.twilio.deliverTo(number, { from: client, body, at }, { origin: bed.origin })
  await bed.world.settle()
  return inTenant(bed.world.ctx.db, bed.tenant.id, async (tx) => {
    const found = await tx.selectFrom('message').where('body', '=', body).select('message_key').execute()
    return found[0]?.message_key ?? ''
  })
}

const goneOf = async (account: Account) => {
  const { days } = await coverage(account)
  return days.reduce((total: number, { gone }: { gone: number }) => total + gone, 0)
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

test('a message that was removed at the provider stays, and its day says that the provider no longer has it', async () => {
  const account = await connect()
  const removed = await deliver(account, 'Removed', ago(minuteMs))
  await deliver(account, 'Kept', ago(minuteMs))
  bed.twilio.messages.remove(removed)
  await compare()
  // More may still come into an hour that is not over.
  expect(await noted()).toEqual([])
  await pass(2 * hourMs)
  await compare()
  expect(await noted()).toEqual([{ body: 'Removed', is_gone: true }])
  expect(await goneOf(account)).toBe(1)

  const calls = bed.twilio.messages.calls.filter((call) => call.includes(removed)).length
  await pass(hourMs)
  await compare()
  expect(bed.twilio.messages.calls.filter((call) => call.includes(removed))).toHaveLength(calls)
  expect(await goneOf(account)).toBe(1)
})

test('a message that the provider has under another time is not taken for a removed one', async () => {
  const account = await connect()
  const sid = await deliver(account, 'Moved', ago(minuteMs))
  const earlier = ago(20 * 24 * hourMs).toUTCString()
  bed.twilio.messages.change(sid, { date_sent: earlier, date_created: earlier })
  await pass(2 * hourMs)
  await compare()
  expect(await noted()).toEqual([{ body: 'Moved', is_gone: false }])
  expect(await goneOf(account)).toBe(0)
})

test('what a list brought is not missed in it, also while it is not read yet', async () => {
  const { number } = await connect()
  bed.twilio.message({ from: client, to: number, body: 'Missed', at: ago(minuteMs) })
  await pass(2 * hourMs)
  while ((await reconcile(bed.world.ctx, bed.tenant.id)) > 0);
  await bed.world.settle()
  await pass(hourMs)
  await compare()
  expect(await noted()).toEqual([])
})

test('while the provider does not answer about one, it is asked again later', async () => {
  const account = await connect()
  const removed = await deliver(account, 'Removed', ago(minuteMs))
  bed.twilio.messages.remove(removed)
  bed.twilio.messages.isBusyWithOne = true
  await pass(2 * hourMs)
  await compare()
  expect(await noted()).toEqual([{ body: 'Removed', is_gone: null }])
  expect(await goneOf(account)).toBe(0)
  bed.twilio.messages.isBusyWithOne = false
  await pass(hourMs)
  await compare()
  expect(await goneOf(account)).toBe(1)
})
