import { expect, test, vi } from 'vitest'
import { makeWakeSignal, openWakeSignals } from './wake.ts'

const never = new AbortController().signal

test('a signal between the search for work and the wait is not missed', async () => {
  const signal = makeWakeSignal()
  const seen = signal.count()
  signal.wake()
  await signal.wait(seen, never)
})

test('a stop ends the wait', async () => {
  const stop = new AbortController()
  const signal = makeWakeSignal()
  const waiting = signal.wait(signal.count(), stop.signal)
  stop.abort()
  await waiting
})

test('all signals of a kind wake together, other kinds do not, and time wakes all', async () => {
  vi.useFakeTimers()
  const signals = openWakeSignals(1_000)
  const [mail, again, media] = [signals.of('mail'), signals.of('mail'), signals.of('media')]
  signals.wake('mail')
  signals.wake('unheard of')
  expect([mail.count(), again.count(), media.count()]).toEqual([1, 1, 0])
  vi.advanceTimersByTime(1_000)
  expect([mail.count(), again.count(), media.count()]).toEqual([2, 2, 1])
  signals.close()
  vi.advanceTimersByTime(5_000)
  expect(media.count()).toBe(1)
  vi.useRealTimers()
})
