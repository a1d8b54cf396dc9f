/** How long some work takes, in milliseconds. */
export async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now()
  await work()
  return performance.now() - began
}

/** How many texts some work is done with in a second. */
export function rate(texts: readonly string[], work: (text: string) => number): number {
  const began = performance.now()
  let sum = 0
  for (const text of texts) sum += work(text)
  if (sum < 0) throw new Error('nothing is that rare')
  return texts.length / ((performance.now() - began) / 1000)
}

interface Rounds {
  readonly rounds: number
  /** How many more come first and are left out. */
  readonly warmUps: number
}

/** Measures the same figures in each round, so that what slows the machine down slows all of them down. */
export async function inRounds<Figure extends string>(
  { rounds, warmUps }: Rounds,
  measure: (round: number) => Promise<Readonly<Record<Figure, number>>>,
): Promise<Readonly<Record<Figure, readonly number[]>>> {
  const measured: Readonly<Record<Figure, number>>[] = []
  for (let round = 0; round < warmUps + rounds; round++) measured.push(await measure(round))
  const counted = measured.slice(warmUps)
  const names = Object.keys(counted[0] ?? {}) as Figure[]
  return Object.fromEntries(names.map((name) => [name, counted.map((one) => one[name])])) as Record<
    Figure,
    number[]
  >
}

/** Ours and the bare one, each as often as the other and by turns. */
export const byTurns = (
  ours: () => Promise<unknown>,
  bare: () => Promise<unknown>,
  rounds = 40,
): Promise<Readonly<Record<'ours' | 'bare', readonly number[]>>> =>
  inRounds({ rounds, warmUps: 3 }, async () => ({ ours: await timed(ours), bare: await timed(bare) }))
