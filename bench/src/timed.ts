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
