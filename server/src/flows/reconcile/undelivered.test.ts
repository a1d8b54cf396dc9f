/** What a provider could not deliver and its list has: people know, although nothing is missing. */
import { dayMs, minuteMs } from '@verbatim/contract/durations.ts'
import type { AccountId } from '@verbatim/contract/ids.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { settleCheck } from '#domains/accounts/check-results.ts'
import { closeGap, findGaps, openGap } from '#domains/accounts/gaps.ts'
import { undeliveredGatherMs } from '#domains/accounts/undelivered.ts'
import { findWaitingMails } from '#domains/mail/queries.ts'
import { putOff } from '#flows/capture/quarantine.ts'
import { notifyOfGaps } from '#flows/watch-accounts/notify-of-gaps.ts'
import { inTenant, type TenantTx } from '#platform/db.ts'
import { client, setUpReconciling } from '#testing/reconciling.ts'

const { bed, ago, connect, pass, compare, bodies } = setUpReconciling()

const inTx = <T>(run: (tx: TenantTx) => Promise<T>) => inTenant(bed.world.ctx.db, bed.tenant.id, run)
const gapsOf = (id: string) => inTx((tx) => findGaps(tx, id as AccountId))
/** What people are mailed about, without those who manage and see the same. */
async function subjects(): Promise<string[]> {
  await pass(undeliveredGatherMs)
  await notifyOfGaps(bed.world.ctx, bed.tenant.id)
  const mails = await inTx((tx) => findWaitingMails(tx, bed.world.ctx.secrets))
  return mails.filter(({ to }) => to.startsWith('tenant_admin')).map(({ subject }) => subject)
}

/** A number that was connected an hour and a half ago, and compared since. */
async function connectEarlier() {
  const account = await connect()
  await pass(60 * minuteMs)
  await compare()
  await pass(30 * minuteMs)
  return account
}

test('messages that a provider did not deliver are one gap of their day, from the first to the last, which people are mailed about once', async () => {
  const { id, number } = await connectEarlier()
  const [first, last] = [ago(20 * minuteMs), ago(10 * minuteMs)]
  bed.twilio.message({ from: client, to: number, body: 'First', at: first })
  bed.twilio.message({ from: client, to: number, body: 'Last', at: last })
  await pass(10 * minuteMs)
  await compare()
  expect(await bodies()).toEqual(['First', 'Last'])
  expect(await subjects()).toEqual(['SMS/MMS account “Desk” missed deliveries'])
  const endedAt = new Date(last.getTime() + 1).toISOString()
  const gap = { kind: 'undelivered', beganAt: first.toISOString(), endedAt, outcome: 'compared' }
  expect(await gapsOf(id)).toMatchObject([gap])

  await pass(10 * minuteMs)
  await compare()
  await pass(10 * minuteMs)
  const later = ago(5 * minuteMs)
  bed.twilio.message({ from: client, to: number, body: 'Later', at: later })
  await pass(10 * minuteMs)
  await compare()
  await pass(dayMs)
  await compare()
  expect(await subjects()).toHaveLength(1)
  expect(await gapsOf(id)).toMatchObject([{ ...gap, endedAt: new Date(later.getTime() + 1).toISOString() }])
})

test('what no delivery brings, what was before the account, and what a gap explains is none of it', async () => {
  const { id, number } = await connectEarlier()
  bed.twilio.message({ from: client, to: number, body: 'Before', at: ago(2 * 60 * minuteMs) })
  bed.twilio.sendElsewhere({ from: number, to: client, body: 'Sent elsewhere', at: ago(10 * minuteMs) })
  const delivered = { from: client, body: 'Delivered', at: ago(9 * minuteMs) }
  await bed.twilio.deliverTo(number, delivered, { origin: bed.origin })
  const gap = { accountId: id as AccountId, kind: 'disconnected' } as const
  const beganAt = ago(5 * minuteMs)
  await inTx((tx) => openGap(tx, { ...gap, problem: 'unreachable', beganAt }, bed.world.ctx.now()))
  bed.twilio.message({ from: client, to: number, body: 'While away', at: ago(4 * minuteMs) })
  await inTx((tx) => closeGap(tx, gap, bed.world.ctx.now()))
  await pass(dayMs)
  await compare()
  expect(await bodies()).toEqual(['Before', 'Delivered', 'Sent elsewhere', 'While away'])
  expect((await gapsOf(id)).map(({ kind }) => kind)).toEqual(['disconnected'])
})

test('what reached the provider late is none of it, although its list alone brings it', async () => {
  const { id, number } = await connectEarlier()
  await compare()
  bed.twilio.message({ from: client, to: number, body: 'Late', at: ago(10 * minuteMs) })
  await pass(10 * minuteMs)
  await compare()
  await pass(dayMs)
  await compare()
  await pass(dayMs)
  bed.twilio.message({ from: client, to: number, body: 'Of an earlier day', at: ago(1.5 * dayMs) })
  await compare()
  expect(await bodies()).toEqual(['Late', 'Of an earlier day'])
  expect(await gapsOf(id)).toEqual([])
})

test('what a provider can’t deliver is fetched from its list meanwhile, which does not end the gap', async () => {
  const { id, number } = await connectEarlier()
  await compare()
  const checked = { id: id as AccountId, problem: null }
  await inTx((tx) => settleCheck(tx, checked, 'cannot-deliver', bed.world.ctx.now()))
  bed.twilio.message({ from: client, to: number, body: 'Meanwhile', at: ago(0) })
  await pass(60 * minuteMs)
  await compare()
  expect(await bodies()).toEqual(['Meanwhile'])
  const [gap, ...others] = await gapsOf(id)
  expect(gap).toMatchObject({ kind: 'disconnected', problem: 'cannot-deliver' })
  expect([gap?.endedAt, others]).toEqual([undefined, []])
})

test(
  'what was not delivered to several accounts is one mail, although they are compared one after the other',
  { tags: ['whole'] },
  async () => {
    const accounts = [await connect('+14155570001'), await connect('+14155570002')]
    await pass(60 * minuteMs)
    await compare()
    await pass(30 * minuteMs)
    const [first, second] = accounts
    bed.twilio.message({ from: client, to: first!.number, body: 'One', at: ago(10 * minuteMs) })
    await compare()
    await notifyOfGaps(bed.world.ctx, bed.tenant.id)
    bed.twilio.message({ from: client, to: second!.number, body: 'Two', at: ago(0) })
    await pass(10 * minuteMs)
    await inTx((tx) =>
      sql`update channel_account set list_after = ${ago(0)} where id = ${second!.id}`.execute(tx),
    )
    await compare()
    await notifyOfGaps(bed.world.ctx, bed.tenant.id)
    expect(await subjects()).toEqual(['2 accounts missed deliveries'])
  },
)

test('a delivery that is in quarantine came, whatever the list brings of it', async () => {
  const { id, number } = await connectEarlier()
  await compare()
  const delivered = { from: client, body: 'Unreadable at first', at: ago(0) }
  await bed.twilio.deliverTo(number, delivered, { origin: bed.origin })
  const { id: recordId } = await inTx((tx) =>
    tx.selectFrom('message_record').select('id').executeTakeFirstOrThrow(),
  )
  const record = { id: recordId, accountId: id as AccountId }
  for (let attempt = 1; attempt <= 5; attempt++)
    await putOff(bed.world.ctx, bed.tenant.id, record, new Error('out of order'))
  for (let times = 1; times <= 2; times++) {
    await pass(10 * minuteMs)
    await compare()
  }
  expect([await bodies(), await gapsOf(id)]).toEqual([['Unreadable at first'], []])
})
