// @vitest-environment happy-dom
import { Failure } from '@verbatim/client/failure.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { readOrKept } from './read.ts'
import type { Visit } from './visit.ts'

/** What the browser keeps, by its address. */
const kept = new Map<string, Response>()
beforeEach(() => {
  kept.clear()
  const at = (address: string) => new URL(address, 'https://desk.example').href
  vi.stubGlobal('caches', {
    open: () =>
      Promise.resolve({
        delete: (one: string | { url: string }) =>
          Promise.resolve(kept.delete(typeof one === 'string' ? at(one) : one.url)),
        put: (address: string, response: Response) => {
          kept.set(at(address), response)
          return Promise.resolve()
        },
        keys: () => Promise.resolve([...kept.keys()].map((url) => ({ url }))),
        match: (address: string) => Promise.resolve(kept.get(at(address))?.clone()),
      }),
  })
})

afterEach(() => vi.unstubAllGlobals())

const reader = { id: 'rita', name: 'Rita', email: 'rita@desk.example', organization: 'desk' }
const visit = { app: { api: () => undefined }, reader: () => reader, lock: () => Promise.resolve() }
const read = (key: string, call: () => Promise<unknown>) => readOrKept(visit as unknown as Visit, key, call)
const failing = (code: 'network' | 'conversation.not-found') => () => Promise.reject(new Failure(code))

test('without a network, the stored answer is read', async () => {
  await read('thread 1', () => Promise.resolve('a secret'))
  await expect.poll(() => kept.size).toBe(1)
  expect(await read('thread 1', failing('network'))).toEqual({ answer: 'a secret', isKept: true })
})

test('a conversation that the reader may not read any more is not stored any more, and others are', async () => {
  await read('thread 1', () => Promise.resolve('a secret'))
  await read('thread 2', () => Promise.resolve('another one'))
  await expect.poll(() => kept.size).toBe(2)
  await expect(read('thread 1', failing('conversation.not-found'))).rejects.toThrow(Failure)
  await expect(read('thread 1', failing('network'))).rejects.toThrow(Failure)
  expect((await read('thread 2', failing('network'))).answer).toBe('another one')
})
