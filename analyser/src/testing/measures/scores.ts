/** How well found groups agree with known ones. */

export interface Agreement {
  /** The share of texts that are of the commonest known group of their found group. */
  readonly purity: number
  /** The harmonic mean of homogeneity and completeness. */
  readonly vMeasure: number
}

/** `known` and `found` say for each text which group it is of. */
export function agreementOf(known: readonly string[], found: readonly (string | number)[]): Agreement {
  const pairs = new Map<string | number, Map<string, number>>()
  found.forEach((group, at) => {
    const counts = pairs.get(group) ?? new Map<string, number>()
    pairs.set(group, counts.set(known[at] ?? '', (counts.get(known[at] ?? '') ?? 0) + 1))
  })
  const all = found.length
  const groups = [...pairs.values()].map((counts) => [...counts.values()])
  const purity = sum(groups.map((counts) => Math.max(...counts))) / all
  const joint = entropy(groups.flat(), all)
  const ofFound = entropy(groups.map(sum), all)
  const ofKnown = entropy([...countsOf(known).values()], all)
  const shared = ofFound + ofKnown - joint
  const homogeneity = ofKnown === 0 ? 1 : shared / ofKnown
  const completeness = ofFound === 0 ? 1 : shared / ofFound
  const total = homogeneity + completeness
  return { purity, vMeasure: total === 0 ? 0 : (2 * homogeneity * completeness) / total }
}

function countsOf(groups: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const group of groups) counts.set(group, (counts.get(group) ?? 0) + 1)
  return counts
}

function entropy(counts: readonly number[], all: number): number {
  return -sum(counts.map((count) => (count / all) * Math.log(count / all)))
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}
