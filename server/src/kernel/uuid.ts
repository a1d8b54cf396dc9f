import { randomInt } from 'node:crypto'
import { v7 } from 'uuid'

/** The last given time, and the time that IDs have reached: ahead of it if a millisecond was too short. */
let given = Number.NaN
let ms = 0
let counter = 0

/**
 * A new UUIDv7: 48 bits of `now` in milliseconds, 12 that count up within a millisecond from a random beginning, and
 * 62 random ones. Beyond 2,000 to 4,000 in one millisecond the count carries into the time, which then runs ahead until
 * the clock has caught up. So ids of one process sort in the order they were made as long as `now` does not go back,
 * and cannot be guessed.
 * Source: RFC 9562 §5.7, §6.2 method 1 and "counter rollover handling".
 */
export function newId<Id extends string = string>(now: Date): Id {
  const time = now.getTime()
  // A time before the last one belongs to another clock, such as a history's, and starts over.
  const goesOn = time >= given && time <= ms
  if (goesOn) counter += 1
  else ms = time
  given = time
  if (counter > 0xfff) ms += 1
  if (!goesOn || counter > 0xfff) counter = randomInt(0x800)
  // Of the 32 bits that the library counts with, the first 12 are ours.
  return v7({ msecs: ms, seq: counter * 2 ** 20 + randomInt(2 ** 20) }) as Id
}
