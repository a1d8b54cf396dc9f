import { randomFillSync } from 'node:crypto'

// Of the process, not of a caller: two that count on their own would break the order that records rely on.
const pool = new Uint8Array(4096)
let used = pool.length
/** The time that was given last, and the one that ids have come to: ahead of it where a millisecond was too short. */
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
  if (used + 10 > pool.length) {
    randomFillSync(pool)
    used = 0
  }
  const time = now.getTime()
  // A time before the last one given is another's time, such as a history's, and begins anew.
  const goesOn = time >= given && time <= ms
  if (goesOn) counter += 1
  else ms = time
  given = time
  if (counter > 0xfff) ms += 1
  if (!goesOn || counter > 0xfff) counter = (((pool[used] ?? 0) << 3) | ((pool[used + 1] ?? 0) & 7)) & 0x7ff
  const clock = ms.toString(16).padStart(12, '0')
  let random = ''
  for (let i = 2; i < 10; i++) random += (pool[used + i] ?? 0).toString(16).padStart(2, '0')
  used += 10
  const variant = ((Number.parseInt(random.charAt(0), 16) & 0x3) | 0x8).toString(16)
  const count = counter.toString(16).padStart(3, '0')
  return `${clock.slice(0, 8)}-${clock.slice(8)}-7${count}-${variant}${random.slice(1, 4)}-${random.slice(4, 16)}` as Id
}
