import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Keeping } from './keeping.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

function open() {
  const kept = new Map<string, PromiseWithResolvers<void>>()
  const states: string[] = []
  const keeping = new Keeping({
    onEvent(name) {
      const one = Promise.withResolvers<void>()
      kept.set(name, one)
      return one.promise
    },
    onState: ({ state }) => states.push(state),
  })
  const sent: unknown[] = []
  const socket = { send: (frame: unknown) => void sent.push(frame), terminate: vi.fn() }
  keeping.holdBack({ socket })
  return { keeping, kept, states, sent, socket }
}

/** Lets everything go on that waits for nothing else. */
const settle = () => vi.advanceTimersByTimeAsync(1)

test('what goes out waits for what came in before it, in its order', async () => {
  const { keeping, kept, sent, socket } = open()
  void keeping.take('first', {})
  socket.send('confirms the first')
  void keeping.take('second', {})
  socket.send('confirms the second')
  await settle()
  expect(sent).toEqual([])
  kept.get('first')?.resolve()
  kept.get('second')?.resolve()
  await settle()
  expect(sent).toEqual(['confirms the first', 'confirms the second'])
  // Nothing is confirmed by what comes of the history.
  void keeping.keep('history', {})
  socket.send('asks for something')
  await settle()
  expect(sent).toHaveLength(3)
  expect(socket.terminate).not.toHaveBeenCalled()
})

test('what would wait for too long is never sent, and the connection ends', async () => {
  const { keeping, kept, sent, socket } = open()
  void keeping.take('first', {})
  socket.send('confirms the first')
  await vi.advanceTimersByTimeAsync(15_000)
  expect(socket.terminate).toHaveBeenCalledOnce()
  kept.get('first')?.resolve()
  socket.send('something else')
  await vi.advanceTimersByTimeAsync(60_000)
  expect(sent).toEqual([])
})

test('what cannot be kept ends the connection, and nothing more goes out', async () => {
  const { keeping, kept, states, sent, socket } = open()
  void keeping.take('first', {})
  kept.get('first')?.reject(new Error('no disk'))
  socket.send('confirms the first')
  await settle()
  expect([states, sent]).toEqual([['failed'], []])
})
