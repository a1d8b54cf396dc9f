/**
 * How long a row waits after a try that failed, in milliseconds; undefined where it is given up.
 * @param tries How many there were, this one included: from 1.
 * @param ageMs Since when its work is there.
 */
export type BackOff = (tries: number, ageMs: number) => number | undefined

export interface Doubling {
  /** The wait after the first failure; each next is twice as long. */
  readonly firstMs: number
  readonly mostMs?: number
  /** So many tries are made at least. */
  readonly tries: number
  /** For so long it is tried at least. */
  readonly forMs?: number
}

export function doubling({ firstMs, mostMs = Infinity, tries: least, forMs = 0 }: Doubling): BackOff {
  return (tries, ageMs) =>
    tries >= least && ageMs >= forMs ? undefined : Math.min(firstMs * 2 ** (tries - 1), mostMs)
}

/** One wait after each failure, in their order; after the last a row is given up. */
export function waits(...ms: readonly number[]): BackOff {
  return (tries) => ms[tries - 1]
}
