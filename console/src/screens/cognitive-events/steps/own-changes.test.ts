import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { noteChange, returnChange, takeChange } from './own-changes.ts'

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
