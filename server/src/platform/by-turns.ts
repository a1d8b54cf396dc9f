import { setImmediate as othersRan } from 'node:timers/promises'

/** UTF-16 units of text that are processed before other work runs: a few milliseconds. */
const unitsAtOnce = 50_000

/** Runs `steps` of a few milliseconds each, and lets other work on the event loop run in between. */
export async function inSteps<Made>(steps: Generator<void, Made>): Promise<Made> {
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
    await othersRan()
  }
}

/** Converts each of many texts, and lets other work on the event loop run in between. */
export async function makeByTurns<One, Made>(
  all: readonly One[],
  unitsOf: (one: One) => number,
  make: (one: One) => Made,
): Promise<Made[]> {
  const made: Made[] = []
  let units = 0
  for (const one of all) {
    made.push(make(one))
    units += unitsOf(one)
    if (units < unitsAtOnce) continue
    units = 0
    await othersRan()
  }
  return made
}

/** After this many milliseconds of one turn of the event loop, work that can wait moves to a later turn. */
const longTurnMs = 10
let turnBegan: number | undefined

function isTurnLong(): boolean {
  if (turnBegan === undefined) {
    turnBegan = performance.now()
    setImmediate(() => (turnBegan = undefined))
    return false
  }
  return performance.now() - turnBegan > longTurnMs
}

/**
 * Waits for a turn of the event loop that is still short, usually the current one. Many requests that arrive, or are answered by
 * the database, in the same turn would otherwise all be processed before any other work.
 */
export function turnToSpare(): Promise<void> | undefined {
  if (!isTurnLong()) return undefined
  const { promise, resolve } = Promise.withResolvers<void>()
  const begin = () => (isTurnLong() ? void setImmediate(begin) : resolve())
  setImmediate(begin)
  return promise
}
