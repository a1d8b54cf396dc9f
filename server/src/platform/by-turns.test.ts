import { expect, test } from 'vitest'
import { makeByTurns } from './by-turns.ts'

test('a page of long texts lets others have their turn between them, and a page of short ones is made at once', async () => {
  let turns = 0
  let isOver = false
  const turn = () => {
    turns += 1
    if (!isOver) setImmediate(turn)
  }
  setImmediate(turn)
  const turnsOf = async (texts: readonly string[]) => {
    const before = turns
    expect(
      await makeByTurns(
        texts,
        (text) => text.length,
        (text) => text.length,
      ),
    ).toEqual(texts.map((text) => text.length))
    return turns - before
  }
  expect(await turnsOf(Array.from({ length: 200 }, () => 'x'.repeat(200)))).toBe(0)
  expect(await turnsOf(Array.from({ length: 200 }, () => 'x'.repeat(20_000)))).toBeGreaterThanOrEqual(50)
  isOver = true
})
