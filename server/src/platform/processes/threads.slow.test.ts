import { afterEach, expect, test } from 'vitest'
import { openThreads, type Threads } from './threads.ts'

let threads: Threads<Uint8Array, unknown> | undefined
afterEach(() => threads?.close())

test('a task that holds too many buffers outside its heap is given up, and the next one is answered', async () => {
  threads = openThreads({
    threads: 1,
    timeoutMs: 20_000,
    memoryMb: 64,
    buffersMb: 100,
    program: new URL('../../testing/fakes/moody-parse-thread.ts', import.meta.url),
  })
  const [swollen, next] = await Promise.allSettled([
    threads.ask(Buffer.from('swell now')),
    threads.ask(Buffer.from('Subject: next\n\nHello')),
  ])
  expect(swollen).toMatchObject({ status: 'rejected', reason: { name: 'ThreadLost', reason: 'crash' } })
  expect(next).toMatchObject({ status: 'fulfilled', value: { mail: { subject: 'next' } } })
})

test('abandoned work is given up, and the next task is answered', async () => {
  const pool = openThreads<Uint8Array, unknown>({
    threads: 1,
    timeoutMs: 600_000,
    memoryMb: 64,
    program: new URL('../../testing/fakes/moody-parse-thread.ts', import.meta.url),
  })
  threads = pool
  const gone = new AbortController()
  const stuck = pool.ask(Buffer.from('sleep for ever'), gone.signal)
  const waiting = pool.ask(Buffer.from('sleep for ever'), gone.signal)
  const next = pool.ask(Buffer.from('Subject: next\n\nHello'))
  gone.abort()
  await expect(stuck).rejects.toMatchObject({ name: 'ThreadLost', reason: 'cancelled' })
  await expect(waiting).rejects.toMatchObject({ reason: 'cancelled' })
  expect(await next).toMatchObject({ mail: { subject: 'next' } })
})
