/** What people see while a messaging provider does not answer us, and that nothing is lost of what it delivers meanwhile. */
import { minuteMs } from '@verbatim/contract/durations.ts'
import { expect, test } from 'vitest'
import { client, numbersUrl, setUpReconciling } from '#testing/reconciling.ts'
import { checkAccounts } from './check-accounts.ts'

const { bed, ago, connect, pass, compare, bodies } = setUpReconciling()

/** Checks as often as the worker does. */
async function watch(ms: number): Promise<void> {
  for (let over = 0; over < ms; over += minuteMs) {
    bed.world.pass(minuteMs)
    await checkAccounts(bed.world.ctx, bed.tenant.id)
  }
  await pass(0) // signs the administrator in again
}
const ask = async (path: string) => (await bed.admin.call('GET', path)).json

test('a provider that has not answered for five minutes counts as not connected, delivers all the same, and is connected once it answers', async () => {
  const { id, number } = await connect()
  await compare()
  const seen = async () => {
    const { status, problem } = await ask('/v1/connections/sms')
    const listed = await ask(`${numbersUrl}?filter=status[eq]:not-available`)
    const isAway = listed.items.some((one: { id: string }) => one.id === id)
    return { isAway, connection: status, problem }
  }
  bed.twilio.isAway = true
  await watch(4 * minuteMs)
  expect(await seen()).toMatchObject({ isAway: false, connection: 'connected' })
  await watch(2 * minuteMs)
  expect(await seen()).toEqual({ isAway: true, connection: 'failed', problem: 'unreachable' })

  const said = { from: client, body: 'Meanwhile', at: ago(0) }
  expect((await bed.twilio.deliverTo(number, said, { origin: bed.origin }))?.status).toBe(200)
  await bed.world.settle()
  expect(await bodies()).toEqual(['Meanwhile'])
  expect(await seen()).toMatchObject({ isAway: true })

  bed.twilio.isAway = false
  await watch(3 * minuteMs)
  await compare()
  expect(await seen()).toMatchObject({ isAway: false, connection: 'connected' })
})
