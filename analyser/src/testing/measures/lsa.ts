/**
 * What themes are compared with: k-means on the latent semantic space of stemmed words, by TF-IDF and a randomised singular
 * value decomposition. The caller gives the number of groups.
 */
import { fold } from '#themes/folding.ts'
import { stem } from '#themes/words.ts'

/** English function words, as such baselines leave them out. The themes' own, longer list makes this baseline worse. */
const functionWords = new Set(
  `the and you for that this with was are have not but your from they has our had what will can all just get its it's been
  when how out now why who there were their would them then than she her him his did does i'm about any one too very some
  into over only also after before`.split(/\s+/),
)
const dimensions = 20
const powerRounds = 6
const starts = 5
const rounds = 40
const fewestTexts = 3

/** The group of each text. */
export function groupByLsa(texts: readonly string[], groups: number, seed: number): number[] {
  const random = seeded(seed)
  const { rows, width } = toRows(texts)
  return kMeans(project(rows, width, random), groups, random)
}

type Row = readonly (readonly [column: number, value: number])[]

function toRows(texts: readonly string[]): { rows: Row[]; width: number } {
  const words = texts.map((text) => [
    ...new Set(
      (text.replaceAll(/@\w+|https?:\S+/g, ' ').match(/[\p{L}']{3,}/gu) ?? [])
        .map(fold)
        .filter((word) => !functionWords.has(word))
        .map(stem),
    ),
  ])
  const frequency = new Map<string, number>()
  for (const word of words.flat()) frequency.set(word, (frequency.get(word) ?? 0) + 1)
  const known = [...frequency].filter(([, count]) => count >= fewestTexts)
  const columns = new Map(known.map(([word], column) => [word, column]))
  const rows = words.map((ofText) => {
    const row = ofText.flatMap((word) => {
      const column = columns.get(word)
      return column === undefined
        ? []
        : [[column, Math.log((texts.length + 1) / (frequency.get(word) ?? 1))] as const]
    })
    const length = Math.hypot(...row.map(([, value]) => value)) || 1
    return row.map(([column, value]) => [column, value / length] as const)
  })
  return { rows, width: known.length }
}

/** The rows in the space of the largest singular vectors, each of length 1. */
function project(rows: readonly Row[], width: number, random: () => number): Float64Array[] {
  const count = dimensions + 10
  let basis = Array.from({ length: width }, () =>
    Float64Array.from({ length: count }, () => random() * 2 - 1),
  )
  for (let round = 0; round < powerRounds; round++) {
    const next = Array.from({ length: width }, () => new Float64Array(count))
    for (const row of rows) {
      const image = apply(row, basis, count)
      for (const [column, value] of row) addScaled(next[column], image, value)
    }
    orthonormalize(next, count)
    basis = next
  }
  return rows.map((row) => toUnit(apply(row, basis, dimensions)))
}

function apply(row: Row, basis: readonly Float64Array[], count: number): Float64Array {
  const image = new Float64Array(count)
  for (const [column, value] of row) addScaled(image, basis[column], value)
  return image
}

function addScaled(to: Float64Array | undefined, from: Float64Array | undefined, factor: number): void {
  if (!to || !from) return
  for (let at = 0; at < to.length; at++) to[at] = (to[at] ?? 0) + (from[at] ?? 0) * factor
}

function orthonormalize(matrix: readonly Float64Array[], count: number): void {
  for (let column = 0; column < count; column++) {
    for (let before = 0; before < column; before++) {
      let dot = 0
      for (const row of matrix) dot += (row[column] ?? 0) * (row[before] ?? 0)
      for (const row of matrix) row[column] = (row[column] ?? 0) - dot * (row[before] ?? 0)
    }
    let square = 0
    for (const row of matrix) square += (row[column] ?? 0) ** 2
    const length = Math.sqrt(square) || 1
    for (const row of matrix) row[column] = (row[column] ?? 0) / length
  }
}

function toUnit(vector: Float64Array): Float64Array {
  const length = Math.hypot(...vector) || 1
  return vector.map((value) => value / length)
}

/** Spherical k-means: the best of a few starts. */
function kMeans(points: readonly Float64Array[], groups: number, random: () => number): number[] {
  let best: number[] = []
  let bestFit = -Infinity
  for (let start = 0; start < starts; start++) {
    let centres = Array.from(
      { length: groups },
      () => points[Math.floor(random() * points.length)] ?? new Float64Array(dimensions),
    )
    let nearest: { group: number; fit: number }[] = []
    for (let round = 0; round < rounds; round++) {
      nearest = points.map((point) => nearestOf(point, centres))
      const sums = centres.map(() => new Float64Array(dimensions))
      points.forEach((point, at) => addScaled(sums[nearest[at]?.group ?? 0], point, 1))
      centres = sums.map(toUnit)
    }
    const fit = nearest.reduce((sum, one) => sum + one.fit, 0)
    if (fit <= bestFit) continue
    bestFit = fit
    best = nearest.map(({ group }) => group)
  }
  return best
}

function nearestOf(point: Float64Array, centres: readonly Float64Array[]): { group: number; fit: number } {
  let best = { group: 0, fit: -Infinity }
  centres.forEach((centre, group) => {
    let fit = 0
    for (let at = 0; at < point.length; at++) fit += (point[at] ?? 0) * (centre[at] ?? 0)
    if (fit > best.fit) best = { group, fit }
  })
  return best
}

function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
