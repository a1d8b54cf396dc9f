import { expect, test } from 'vitest'
import { highlightBySteps } from '#kernel/search/highlight.ts'
import { parseQuery } from '#kernel/search/query.ts'
import { inSteps, makeByTurns, turnToSpare } from './by-turns.ts'

test('a page of long texts lets other work run in between, and a page of short ones is made at once', async () => {
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

test('the marks of one very long text are found step by step, with other work in between', async () => {
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

test('long work that arrives in one turn of the event loop is spread over several, in order of arrival', async () => {
  let turns = 0
  let isOver = false
  const turn = () => {
    turns += 1
    if (!isOver) setImmediate(turn)
  }
  const done: number[] = []
  const answer = async (n: number) => {
    await turnToSpare()
    const until = performance.now() + 4
    while (performance.now() < until);
    done.push(n)
  }
  const all = Array.from({ length: 30 }, (_, n) => n)
  setImmediate(turn)
  await Promise.all(
    all.map(async (n) => {
      await new Promise((resolve) => void setImmediate(resolve)) // all of them in the next turn
      await answer(n)
    }),
  )
  isOver = true
  expect(done).toEqual(all)
  // Each turn does three of them; all 30 would be one turn of 120 ms.
  expect(turns).toBeGreaterThanOrEqual(6)
})
