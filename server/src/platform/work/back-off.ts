/**
 * How long a row waits after a failed try, in milliseconds; undefined if it is given up.
 * @param tries How many tries there were, including this one: from 1.
 * @param ageMs The age of its work.
 */
export type BackOff = (tries: number, ageMs: number) => number | undefined

export interface Doubling {
  /** The wait after the first failure; each next is twice as long. */
  readonly firstMs: number
  readonly mostMs?: number
  /** The minimum number of tries. */
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
