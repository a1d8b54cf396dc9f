import { crc32 } from 'node:zlib'

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

/** How much shorter a wait may be, as a share of it. */
export const mostSpread = 1 / 4

/**
 * Up to a quarter less of a wait, so that what failed together is not tried again together. It depends on the row and the attempt
 * only, so it needs no chance.
 */
export function spread(waitMs: number, id: string, tries: number): number {
  const share = crc32(`${id} ${tries}`) / 2 ** 32
  return Math.round(waitMs * (1 - share * mostSpread))
}

/** One wait after each failure, in order; after the last one a row is given up. */
export function waits(...ms: readonly number[]): BackOff {
  return (tries) => ms[tries - 1]
}
