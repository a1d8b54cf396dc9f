import { expect, test } from 'vitest'
import { startPeer } from './own-process.ts'

test('a fake in its own process runs methods, returns values, and fails like its methods', async () => {
  await using bot = await startPeer('telegram')
  const carl = { id: 5_550_042, first_name: 'Carl', is_bot: false } as const
  await bot.does.keep(await bot.does.groupMessage(carl, 'Room', { text: 'Hello' }))
  expect(await bot.read('waiting')).toHaveLength(1)
  const ask = async () =>
    (await fetch(`http://${await bot.read('host')}/bot${await bot.read('token')}/getMe`)).status
  expect(await ask()).toBe(200)
  await bot.change({ failing: { status: 429, description: 'Too Many Requests', retryAfter: 1 } })
  expect(await ask()).toBe(429)
  await expect(bot.does.reacted(carl, {}, [], [])).rejects.toThrow(/^telegram\.reacted: TypeError/)
  bot.child.kill('SIGKILL')
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 100) // it has ended, and this process has not seen it
  await expect(bot.read('waiting')).rejects.toThrow('telegram ended with null')
})
