/**
 * Counts what happens per key within a window of time, and says when it is too much. Memory is bounded: keys whose
 * window has passed are forgotten.
 */
export interface RateWindow {
  /** Counts one more for `key`; false where that is beyond the limit. What is refused is counted too. */
  take(key: string, now: Date): boolean
}

export function rateWindow({ limit, windowMs }: { limit: number; windowMs: number }): RateWindow {
  const windows = new Map<string, { endsAt: number; count: number }>()
  const forgetPast = (time: number) => {
    for (const [key, { endsAt }] of windows) if (endsAt <= time) windows.delete(key)
  }
  return {
    take(key, now) {
      const time = now.getTime()
      let window = windows.get(key)
      if (!window || window.endsAt <= time) {
        if (windows.size >= 10_000) forgetPast(time)
        window = { endsAt: time + windowMs, count: 0 }
        windows.set(key, window)
      }
      window.count++
      return window.count <= limit
    },
  }
}
