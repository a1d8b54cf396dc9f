/**
 * The milliseconds of the quickest of some runs: other work on the machine only slows a run down. A test of how time grows with
 * a text asks for this, and `bench/` for how fast something is.
 */
export function quickest(run: () => void, runs = 5): number {
  const times = Array.from({ length: runs }, () => {
    const started = performance.now()
    run()
    return performance.now() - started
  })
  return Math.min(...times)
}
