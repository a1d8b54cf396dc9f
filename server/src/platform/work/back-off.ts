/**
 * How long a row waits after a failed attempt, in milliseconds; undefined if it is given up.
 * @param tries The number of attempts, including this one.
 * @param ageMs The age of its work.
 */
export type BackOff = (tries: number, ageMs: number) => number | undefined

interface Doubling {
  /** The wait after the first failure; each later one is twice as long. */
  readonly firstMs: number
  readonly mostMs?: number
  /** The minimum number of attempts. */
  readonly tries: number
  /** The minimum time of trying. */
  readonly forMs?: number
}

export function doubling({ firstMs, mostMs = Infinity, tries: least, forMs = 0 }: Doubling): BackOff {
  return (tries, ageMs) =>
    tries >= least && ageMs >= forMs ? undefined : Math.min(firstMs * 2 ** (tries - 1), mostMs)
}

/** One wait after each failure, in order; after the last one a row is given up. */
export function waits(...ms: readonly number[]): BackOff {
  return (tries) => ms[tries - 1]
}
