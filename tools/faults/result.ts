/** What one seed did and found. */
export interface SeedResult {
  readonly seed: number
  /** What was killed, and when, in milliseconds after the load began. */
  readonly kills: readonly { readonly target: string; readonly atMs: number }[]
  readonly attempts: number
  readonly acknowledged: number
  readonly unanswered: number
  readonly stored: number
  readonly incidents: number
  /** From the last kill to the next acknowledgement. */
  readonly backAfterMs: number
  /** Every promise that did not hold, each in a sentence. */
  readonly violations: readonly string[]
}

/** A line for a seed that held, and the violations of one that did not with how to repeat it. */
export function describeResult(result: SeedResult): string {
  const kills = result.kills.map(({ target, atMs }) => `${target} at ${atMs} ms`).join(', ')
  const line =
    `seed ${result.seed}: ${kills}; ${result.attempts} deliveries, ${result.unanswered} without an answer, ` +
    `${result.stored} records, ${result.incidents} incidents, back after ${(result.backAfterMs / 1000).toFixed(1)} s`
  if (result.violations.length === 0) return `${line}: ok`
  const database = result.kills.some(({ target }) => target === 'postmaster')
  const counts = database ? '--seeds 0 --database-seeds 1' : '--seeds 1 --database-seeds 0'
  return [
    `${line}: FAILED`,
    ...result.violations.slice(0, 20).map((violation) => `  ${violation}`),
    `  again: npm run faults -- ${counts} --seed ${result.seed}`,
  ].join('\n')
}
