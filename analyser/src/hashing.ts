/**
 * The hash of the analyser. The shipped weights are addressed by it, so any change here needs a new fit
 * (`fitting/fit.ts`), and the format number in `weights.ts` then changes too.
 */

export const seed = 0x2545f491 | 0

/** Adds one code unit or number to a running hash. */
export function extend(hash: number, value: number): number {
  return Math.imul(hash ^ value, 0x01000193)
}

/** Joins the hash of the earlier part with the hash of the next one; order matters. */
export function join(before: number, after: number): number {
  let mixed = Math.imul(before, 0x5bd1e995) ^ after
  mixed ^= mixed >>> 15
  return Math.imul(mixed, 0x2c1b3c6d)
}

/** Spreads a hash over all its bits, so that any of them can address a bucket. */
export function spread(hash: number): number {
  let mixed = hash ^ (hash >>> 16)
  mixed = Math.imul(mixed, 0x7feb352d)
  mixed ^= mixed >>> 15
  mixed = Math.imul(mixed, 0x846ca68b)
  return mixed ^ (mixed >>> 16)
}
