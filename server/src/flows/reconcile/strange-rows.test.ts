/** A row of a provider's list in a form that is not known holds back no others: it is kept as it came, and shown as one that could not be read. */
import { minuteMs } from '@verbatim/contract/durations.ts'
import { expect, test } from 'vitest'
import { client, setUpReconciling } from '#testing/reconciling.ts'

const { bed, ago, connect, pass, compare, coverage, bodies, transports } = setUpReconciling()

test('the hour of a strange row is compared, and the row is kept once unless its message was delivered', async () => {
  const account = await connect()
  const { number } = account
  const strange = { direction: null }
  const delivered = { from: client, body: 'Delivered', at: ago(3 * minuteMs) }
  await bed.twilio.deliverTo(number, delivered, { origin: bed.origin })
  await bed.world.settle()
  for (const sid of bed.twilio.messages.all()) bed.twilio.messages.change(sid, strange)
  bed.twilio.sendElsewhere({ from: number, to: client, body: 'Strange', at: ago(4 * minuteMs) }, strange)
  bed.twilio.sendElsewhere({ from: number, to: client, body: 'Fine', at: ago(5 * minuteMs) })
  for (let times = 1; times <= 2; times++) {
    await compare()
    await pass(10 * minuteMs)
  }
  expect(await bodies()).toEqual(['Delivered', 'Fine', 'Strange'])
  expect(await transports()).toEqual(['poll', 'poll', 'webhook'])
  const { comparedUntil } = await coverage(account)
  expect(comparedUntil).toBe(ago(12 * minuteMs).toISOString())
})
