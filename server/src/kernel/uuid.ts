import { randomFillSync } from 'node:crypto'

const pool = new Uint8Array(4096)
let used = pool.length

/**
 * A new UUIDv7: 48 bits of `now` in milliseconds, then 74 random bits, so that ids sort by time
 * and cannot be guessed. Source: RFC 9562 §5.7.
 */
export function newId<Id extends string = string>(now: Date): Id {
  if (used + 10 > pool.length) {
    randomFillSync(pool)
    used = 0
  }
  const time = now.getTime().toString(16).padStart(12, '0')
  let random = ''
  for (let i = 0; i < 10; i++) random += (pool[used + i] ?? 0).toString(16).padStart(2, '0')
  used += 10
  const variant = ((Number.parseInt(random.charAt(3), 16) & 0x3) | 0x8).toString(16)
  return `${time.slice(0, 8)}-${time.slice(8)}-7${random.slice(0, 3)}-${variant}${random.slice(4, 7)}-${random.slice(7, 19)}` as Id
}
