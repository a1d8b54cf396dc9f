import { randomFillSync } from 'node:crypto'

const pool = new Uint8Array(4096)
let used = pool.length
let lastMs = Number.NaN
let counter = 0

/**
 * A new UUIDv7: 48 bits of `now` in milliseconds, 12 that count up within a millisecond from a random beginning, and
 * 62 random ones. So ids of one process sort in the order they were made, and cannot be guessed.
 * Source: RFC 9562 §5.7, §6.2 method 1.
 */
export function newId<Id extends string = string>(now: Date): Id {
  if (used + 10 > pool.length) {
    randomFillSync(pool)
    used = 0
  }
  const ms = now.getTime()
  counter =
    ms === lastMs ? (counter + 1) & 0xfff : (((pool[used] ?? 0) << 3) | ((pool[used + 1] ?? 0) & 7)) & 0x7ff
  lastMs = ms
  const time = ms.toString(16).padStart(12, '0')
  let random = ''
  for (let i = 2; i < 10; i++) random += (pool[used + i] ?? 0).toString(16).padStart(2, '0')
  used += 10
  const variant = ((Number.parseInt(random.charAt(0), 16) & 0x3) | 0x8).toString(16)
  const count = counter.toString(16).padStart(3, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}-7${count}-${variant}${random.slice(1, 4)}-${random.slice(4, 16)}` as Id
}
