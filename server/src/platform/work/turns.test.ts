import { TenantId } from '@verbatim/contract/ids.ts'
import { expect, test } from 'vitest'
import { newId } from '#kernel/uuid.ts'
import { workByTurns } from './turns.ts'
import { makeWakeSignal } from './wake.ts'

const [slow, quick, third] = [1, 2, 3].map(() => TenantId.parse(newId(new Date()))) as [
  TenantId,
  TenantId,
  TenantId,
]

test.each([
  [2, [slow, quick, quick, quick, third]],
  [1, [slow]],
])('with %i at once, a turn that hangs holds up only what it must', async (atOnce, expected) => {
  const left = new Map([
    [slow, 1],
    [quick, 3],
    [third, 1],
  ])
  const begun: TenantId[] = []
  const { promise: hung, resolve: release } = Promise.withResolvers<void>()
  const end = new AbortController()
  const signal = makeWakeSignal()
  const working = workByTurns(
    {
      findDue: async () => [slow, quick, third].filter((id) => (left.get(id) ?? 0) > 0),
      async turn(tenantId) {
        begun.push(tenantId)
        if (tenantId === slow) await hung
        left.set(tenantId, (left.get(tenantId) ?? 0) - 1)
        return 1
      },
      atOnce,
      onError: (error) => expect(error).toBeUndefined(),
      retryMs: 1,
    },
    signal,
    end.signal,
  )
  await expect.poll(() => begun.toSorted()).toEqual(expected.toSorted())
  expect(left.get(slow)).toBe(1)
  release()
  await expect.poll(() => [...left.values()]).toEqual([0, 0, 0])
  end.abort()
  await working
})

test('a started turn is finished before the work ends, and a failed search for work is retried', async () => {
  const end = new AbortController()
  const errors: unknown[] = []
  const signal = makeWakeSignal()
  let isOver = false
  const working = workByTurns(
    {
      findDue: () => (errors.length === 0 ? Promise.reject(new Error('away')) : Promise.resolve([quick])),
      async turn() {
        end.abort()
        await new Promise((resolve) => setTimeout(resolve, 20))
        isOver = true
        return 0
      },
      atOnce: 2,
      onError: (error) => void errors.push(error),
      retryMs: 1,
    },
    signal,
    end.signal,
  )
  await working
  expect(isOver).toBe(true)
  expect(errors).toHaveLength(1)
})
