import { setImmediate as othersRan } from 'node:timers/promises'

/** Text, in UTF-16 units, that is worked through before others have their turn: a few milliseconds. */
const unitsAtOnce = 50_000

/** Goes through `steps` of a few milliseconds each, and gives other work on the event loop a turn in between. */
export async function inSteps<Made>(steps: Generator<void, Made>): Promise<Made> {
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
    await othersRan()
  }
}

/** Converts each of many texts, and gives other work on the event loop a turn in between. */
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

/** After so many milliseconds of one turn of the event loop, work that can wait waits for a later one. */
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
 * Waits for a turn of the event loop that is not long yet: at once, as a rule. Many requests that come, or are answered by
 * the database, in the same turn would otherwise be worked on before anything else is looked at.
 */
export function turnToSpare(): Promise<void> | undefined {
  if (!isTurnLong()) return undefined
  const { promise, resolve } = Promise.withResolvers<void>()
  const begin = () => (isTurnLong() ? void setImmediate(begin) : resolve())
  setImmediate(begin)
  return promise
}
