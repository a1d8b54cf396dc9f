import { RecentMap } from './recent-map.ts'

/** Runs a query at most once in `ms`, for any number of callers; later callers get the same answer. */
export function rememberFor<T>(ms: number, ask: () => Promise<T>): () => Promise<T> {
  let asked: { readonly at: number; readonly answer: Promise<T> } | undefined
  return () => {
    if (asked && performance.now() - asked.at < ms) return asked.answer
    asked = { at: performance.now(), answer: ask() }
    return asked.answer
  }
}

/** A short-lived cache with many keys. Memory is bounded: see `RecentMap`. */
export interface Remembered<Key, Value> {
  /**
   * An answer from less than `ms` ago, or a new one from `ask`. A thousand callers at once share one query, because each costs a
   * transaction. A failure is not cached.
   */
  find(key: Key, now: Date, ask: () => Promise<Value>, ms?: number): Promise<Value>
  /** Whether the key was ever queried. */
  has(key: Key): boolean
  /** Forgets the key. */
  forget(key: Key): void
  forgetWhere(isMeant: (key: Key) => boolean): void
}

export function rememberEach<Key, Value>(options: { ms: number; least: number }): Remembered<Key, Value> {
  const known = new RecentMap<Key, { readonly at: number; readonly answer: Promise<Value> }>(options.least)
  return {
    find(key, now, ask, ms = options.ms) {
      const at = now.getTime()
      const entry = known.get(key)
      // A clock that was set back must not keep an answer longer.
      if (entry && Math.abs(at - entry.at) < ms) return entry.answer
      const asked = { at, answer: ask() }
      known.set(key, asked)
      asked.answer.catch(() => known.get(key) === asked && known.delete(key))
      return asked.answer
    },
    has: (key) => known.get(key) !== undefined,
    forget: (key) => known.delete(key),
    forgetWhere(isMeant) {
      for (const key of known.keys()) if (isMeant(key)) known.delete(key)
    },
  }
}
