import { RecentMap } from './recent-map.ts'

/** Asks at most once in `ms`, however many want to know; who comes meanwhile gets the same answer. */
export function rememberFor<T>(ms: number, ask: () => Promise<T>): () => Promise<T> {
  let asked: { readonly at: number; readonly answer: Promise<T> } | undefined
  return () => {
    if (asked && performance.now() - asked.at < ms) return asked.answer
    asked = { at: performance.now(), answer: ask() }
    return asked.answer
  }
}

/** What is known of each of many keys, for moments. Memory is bounded: see `RecentMap`. */
export interface Remembered<Key, Value> {
  /**
   * What was asked less than `ms` ago, or what `ask` says now. A thousand who come at once share one question: what
   * they wait for costs a transaction. A failure is not remembered.
   */
  find(key: Key, now: Date, ask: () => Promise<Value>, ms?: number): Promise<Value>
  /** Whether something was asked about the key, however long ago. */
  has(key: Key): boolean
  /** What is asked from now on is asked anew. */
  forget(key: Key): void
  forgetWhere(isMeant: (key: Key) => boolean): void
}

export function rememberEach<Key, Value>(options: { ms: number; least: number }): Remembered<Key, Value> {
  const known = new RecentMap<Key, { readonly at: number; readonly answer: Promise<Value> }>(options.least)
  return {
    find(key, now, ask, ms = options.ms) {
      const at = now.getTime()
      const entry = known.get(key)
      // A clock that was put back must not keep an answer for longer.
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
