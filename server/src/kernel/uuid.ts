import { randomInt } from 'node:crypto'
import { v7 } from 'uuid'

/** IDs of one time: they count up, and continue into the next milliseconds if one is not enough. */
interface Run {
  readonly from: number
  /** The time that these IDs have reached. */
  ms: number
  counter: number
}

/**
 * The latest runs, the last used at the end. There are several, because a transaction makes its IDs with the time of its
 * start while newer ones are made in parallel, and both continue counting.
 */
const runs: Run[] = []
const mostRuns = 16

/**
 * A new UUIDv7: 48 bits of `now` in milliseconds, 12 that count up within a millisecond from a random start, and
 * 62 random ones. Beyond 2,000 to 4,000 in one millisecond the count carries into the time, which then runs ahead until
 * the clock has caught up. So ids of one process sort in the order of their `now`, those of one `now` in the order they
 * were made, and cannot be guessed.
 * Source: RFC 9562 §5.7, §6.2 method 1 and "counter rollover handling".
 */
export function newId<Id extends string = string>(now: Date): Id {
  const run = runOf(now.getTime())
  run.counter += 1
  if (run.counter > 0xfff) {
    run.ms += 1
    run.counter = randomInt(0x800)
  }
  // Of the 32 bits that the library counts with, the first 12 are ours.
  return v7({ msecs: run.ms, seq: run.counter * 2 ** 20 + randomInt(2 ** 20) }) as Id
}

function runOf(time: number): Run {
  const at = runs.findLastIndex(({ from, ms }) => time >= from && time <= ms)
  const [run = { from: time, ms: time, counter: randomInt(0x800) - 1 }] = at === -1 ? [] : runs.splice(at, 1)
  runs.push(run)
  if (runs.length > mostRuns) runs.shift()
  return run
}
