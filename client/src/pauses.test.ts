import { expect, test } from 'vitest'
import { Failure } from './failure.ts'
import { openPauses } from './pauses.ts'
import { waitFor } from './environment.ts'

const busy = new Failure('unavailable')
const pausing = () => openPauses({ wait: waitFor, now: () => new Date(1_000) })

test('the wait that ends first is shown until it is over', async () => {
  const pauses = pausing()
  const reported: (number | undefined)[] = []
  pauses.listen(() => reported.push(pauses.current()?.endsAt))
  const waits = [pauses.wait(busy, 40, undefined), pauses.wait(busy, 5, undefined)]
  expect(pauses.current()).toMatchObject({ failure: { code: 'unavailable' }, ms: 5, endsAt: 1_005 })
  await Promise.all(waits)
  expect(pauses.current()).toBeUndefined()
  expect(reported).toEqual([1_040, 1_005, 1_040, undefined])
})

test('all waiting calls can be retried at once', async () => {
  const pauses = pausing()
  const waits = [
    pauses.wait(busy, 60_000, undefined),
    pauses.wait(busy, 90_000, new AbortController().signal),
  ]
  pauses.end()
  await Promise.all(waits)
  expect(pauses.current()).toBeUndefined()
})

test('a user who leaves the screen no longer waits, and the call is not retried', async () => {
  const pauses = pausing()
  const leaving = new AbortController()
  const wait = pauses.wait(busy, 60_000, leaving.signal)
  leaving.abort(new Error('left the screen'))
  await expect(wait).rejects.toThrow('left the screen')
  expect(pauses.current()).toBeUndefined()
})
