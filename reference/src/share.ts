/** `npm run whole` goes through all of the reference material, and through all rounds of what is killed. */
export const isWhole = process.env['CASES'] === 'all'

/**
 * What one run goes through: a fifth, the same one in every run, or all where the run is whole. The counts that a test
 * knows of the whole hold with `isWhole` only; it derives those of the share from the material itself.
 */
export function shareOf<Thing>(things: readonly Thing[], every = 5): Thing[] {
  return things.filter((_, index) => isWhole || index % every === 0)
}

/** How many cases of a property one run tries: a fifth, or another share, always the same; all where `npm run fuzz` varies them. */
export const roundsOf = (all: number, every = 5) =>
  isWhole || process.env['FUZZ_SEED'] ? all : Math.ceil(all / every)
