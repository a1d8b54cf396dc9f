import { RecentMap } from './recent-map.ts'

/**
 * Counts what happens per key within a window of time, and says when it is too much. Memory is bounded, and so is the
 * work of one count: of too many keys those that were begun first are forgotten.
 */
export interface RateWindow {
  /** Counts one more for `key`, or as many as `weight` says; false where that is beyond the limit. What is refused is counted too. */
  take(key: string, now: Date, weight?: number): boolean
  /** Whether one more would be beyond the limit; counts nothing. */
  isFull(key: string, now: Date): boolean
}

const leastKeys = 20_000

export function rateWindow({ limit, windowMs }: { limit: number; windowMs: number }): RateWindow {
  const windows = new RecentMap<string, { endsAt: number; count: number }>(leastKeys)
  const current = (key: string, now: Date) => {
    const window = windows.get(key)
    return window && window.endsAt > now.getTime() ? window : undefined
  }
  return {
    take(key, now, weight = 1) {
      let window = current(key, now)
      if (!window) windows.set(key, (window = { endsAt: now.getTime() + windowMs, count: 0 }))
      window.count += weight
      return window.count <= limit
    },
    isFull: (key, now) => (current(key, now)?.count ?? 0) >= limit,
  }
}
