import { expect, test } from 'vitest'
import { highlightBySteps } from '#kernel/search/highlight.ts'
import { parseQuery } from '#kernel/search/query.ts'
import { inSteps, makeByTurns } from './by-turns.ts'

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

test('the marks of one very long text are found step by step, with turns of others between', async () => {
  let turns = 0
  let isOver = false
  const turn = () => {
    turns += 1
    if (!isOver) setImmediate(turn)
  }
  setImmediate(turn)
  const text = '我们明天再说转账的事情。'.repeat(40_000)
  const marks = await inSteps(highlightBySteps(text, parseQuery('转账')!, {}))
  isOver = true
  expect(marks).toHaveLength(40_000)
  expect(turns).toBeGreaterThanOrEqual(40)
})
