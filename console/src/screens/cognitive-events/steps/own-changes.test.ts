// @vitest-environment happy-dom
import { QueryClient } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'
import { noteChange, returnChange, takeChange } from './own-changes.ts'

afterEach(() => {
  vi.useRealTimers()
})

const keyOf = (answer: string) => (answer === '' ? undefined : answer)

async function undone(queryClient: QueryClient, named?: string): Promise<string | undefined> {
  return (await takeChange(queryClient, named))?.change
}

test('the last change is undone first, whatever the order of the answers', async () => {
  const queryClient = new QueryClient()
  const slow = Promise.withResolvers<string>()
  const first = noteChange(queryClient, slow.promise, keyOf)
  await noteChange(queryClient, Promise.resolve('second'), keyOf)
  expect(await undone(queryClient)).toBe('second')
  const next = undone(queryClient)
  expect(await takeChange(queryClient)).toBeUndefined()
  slow.resolve('first')
  expect(await first).toBe('first')
  expect(await next).toBe('first')
})

test('a change that failed or had no effect cannot be undone', async () => {
  const queryClient = new QueryClient()
  await noteChange(queryClient, Promise.resolve('kept'), keyOf)
  await noteChange(queryClient, Promise.resolve(''), keyOf)
  await expect(noteChange(queryClient, Promise.reject(new Error('no')), keyOf)).rejects.toThrow('no')
  expect(await undone(queryClient)).toBe('kept')
  expect(await undone(queryClient)).toBeUndefined()
})

test('a change can be taken for an undo once, and put back', async () => {
  const queryClient = new QueryClient()
  for (const key of ['one', 'two', 'three']) await noteChange(queryClient, Promise.resolve(key), keyOf)
  const taken = await takeChange(queryClient, 'two')
  expect(await taken?.change).toBe('two')
  expect(await takeChange(queryClient, 'two')).toBeUndefined()
  if (taken) returnChange(queryClient, taken.change)
  expect(await undone(queryClient)).toBe('two')
  expect(await undone(queryClient)).toBe('three')
})

test.each([
  ['by the last', undefined],
  ['by its name', 'late'],
])('a change can be undone %s, however long ago the first change was made', async (_, named) => {
  vi.useFakeTimers()
  const queryClient = new QueryClient()
  await noteChange(queryClient, Promise.resolve('early'), keyOf)
  await vi.advanceTimersByTimeAsync(298_000)
  await noteChange(queryClient, Promise.resolve('late'), keyOf)
  await vi.advanceTimersByTimeAsync(4_000)
  expect(await undone(queryClient, named)).toBe('late')
  await vi.advanceTimersByTimeAsync(1_800_000)
  expect(await undone(queryClient)).toBe('early')
})
