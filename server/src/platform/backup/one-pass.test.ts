import { setImmediate as turn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { fullAfter } from '#testing/small-disks.ts'
import { type Push, writeInOnePass } from './one-pass.ts'

let pushed = 0
async function* pass(first: Push, second: Push) {
  for (pushed = 0; pushed < 5_000; pushed += 1) {
    yield Buffer.from('a row\n')
    await first(Buffer.from('a key\n'))
    await second(Buffer.from('a key that is gone\n'))
    await turn()
  }
}

test.each(['main', 'first', 'second'])(
  'a disk that has no room for %s ends all, with that reason',
  async (name) => {
    const write = fullAfter({ [name]: 1_000 })
    await expect(writeInOnePass(write, 'main', ['first', 'second'], pass)).rejects.toThrow(`${name} is full`)
    expect(pushed).toBeLessThan(5_000)
  },
)

test('a file that cannot even be opened ends all, with that reason', async () => {
  const write = fullAfter({})
  const opened = (name: string, chunks: AsyncIterable<Uint8Array>) =>
    name === 'second' ? Promise.reject(new Error('second is there already')) : write(name, chunks)
  await expect(writeInOnePass(opened, 'main', ['first', 'second'], pass)).rejects.toThrow('there already')
  expect(pushed).toBeLessThan(5_000)
})
