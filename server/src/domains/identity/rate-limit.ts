export interface RateLimit {
  /** Counts one use of `key`; false where there were too many in the current window. */
  take(key: string, now: Date): boolean
}

/** At most `limit` uses of a key in each window of `windowMs`. Memory is bounded by what one window sees. */
export function makeRateLimit(limit: number, windowMs: number): RateLimit {
  const uses = new Map<string, number>()
  let window = 0
  return {
    take(key, now) {
      const current = Math.floor(now.getTime() / windowMs)
      if (current !== window) {
        uses.clear()
        window = current
      }
      const used = (uses.get(key) ?? 0) + 1
      uses.set(key, used)
      return used <= limit
    },
  }
}
