import { RecentMap } from './recent-map.ts'

/**
 * Counts events per key within a window of time, and reports when there are too many. Memory and the work of one count are
 * bounded: with too many keys, the oldest are forgotten.
 */
export interface RateWindow {
  /** Counts one more for `key`, or `weight` more; false if that exceeds the limit. Refused ones count too. */
  take(key: string, now: Date, weight?: number): boolean
  /** Whether one more would exceed the limit; counts nothing. */
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
