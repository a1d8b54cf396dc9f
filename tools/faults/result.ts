/** The actions and findings of one seed. */
export interface SeedResult {
  readonly seed: number
  /** The kills, each with its time in milliseconds after the load began. */
  readonly kills: readonly { readonly target: string; readonly node: number; readonly atMs: number }[]
  /** The faults besides kills. */
  readonly disturbance: string | undefined
  readonly nodes: number
  readonly attempts: number
  readonly acknowledged: number
  readonly unanswered: number
  readonly stored: number
  readonly incidents: number
  /** From the last kill to the next acknowledgement. */
  readonly backAfterMs: number
  /** Every broken promise, each in a sentence. */
  readonly violations: readonly string[]
}

/** A line for a passed seed; for a failed one, its violations and how to repeat it. */
export function describeResult(result: SeedResult): string {
  const nameOf = ({ target, node }: SeedResult['kills'][number]) =>
    result.nodes > 1 && target !== 'postmaster' && target !== 'rolling'
      ? `${target} of node ${node + 1}`
      : target
  const kills = result.kills.map((kill) => `${nameOf(kill)} at ${kill.atMs} ms`).join(', ')
  const line =
    `seed ${result.seed}: ${result.disturbance ?? kills}; ${result.attempts} deliveries, ` +
    `${result.unanswered} without an answer, ${result.stored} records, ${result.incidents} incidents, ` +
    `back after ${(result.backAfterMs / 1000).toFixed(1)} s`
  if (result.violations.length === 0) return `${line}: ok`
  const again = [
    ...(result.nodes > 1 ? [`--nodes ${result.nodes}`] : []),
    ...(result.disturbance === undefined
      ? [
          result.kills.some(({ target }) => target === 'postmaster')
            ? '--seeds 0 --database-seeds 1'
            : '--seeds 1',
        ]
      : [`--scenes ${result.disturbance} --seeds 0`]),
  ].join(' ')
  return [
    `${line}: FAILED`,
    ...result.violations.slice(0, 20).map((violation) => `  ${violation}`),
    `  again: npm run faults -- --collectors 0 --figures 0 ${again} --seed ${result.seed}`,
  ].join('\n')
}
