/** Many texts in typed arrays: terms as numbers, so a million of them fit into memory. */
import type { ThemeDictionary } from './theme.ts'

export interface ThemeText {
  readonly key: string
  readonly terms: readonly string[]
  /** The text itself, for names; not every text needs one. */
  readonly sample?: string
  /** The theme it has so far. */
  readonly former?: string
  /** The sub-theme of that theme that it has so far. */
  readonly formerSubtheme?: string
  /** The code of the language recognized. */
  readonly language?: string
}

export interface Packed {
  readonly count: number
  readonly keys: readonly string[]
  readonly vocabulary: readonly string[]
  /** In how many texts each term occurs. */
  readonly frequency: Int32Array
  /** Where the terms of each text begin in `terms`; one more than there are texts. */
  readonly starts: Int32Array
  /** Those of one text in order, so that repeated ones are neighbours. */
  readonly terms: Int32Array
  /** The position of the former theme in `formers`, or -1. */
  readonly former: Int32Array
  readonly formers: readonly string[]
  /** The same of sub-themes. */
  readonly formerSubtheme: Int32Array
  readonly formerSubthemes: readonly string[]
  /** The position of the language in `languages`, or -1. */
  readonly language: Int32Array
  readonly languages: readonly string[]
  /** Texts for names, spread evenly over all of them: their positions and what they say. */
  readonly samples: readonly { readonly at: number; readonly text: string }[]
}

/** The most distinct terms. Further ones of a text are ignored: so many different words are mostly misspelled. */
const mostVocabulary = 300_000
const mostTermsOfText = 120
/** Twice as many at most are kept as examples. */
const samplesKept = 10_000
const sampleLength = 240

/** Reads the texts once, in their order. */
export function packTexts(texts: Iterable<ThemeText>): Packed {
  const ids = new Map<string, number>()
  const formerIds = new Map<string, number>()
  const subthemeIds = new Map<string, number>()
  const languageIds = new Map<string, number>()
  const keys: string[] = []
  const frequency = new Numbers()
  const starts = new Numbers()
  const terms = new Numbers()
  const former = new Numbers()
  const formerSubtheme = new Numbers()
  const language = new Numbers()
  let samples: { at: number; text: string }[] = []
  let every = 1
  for (const text of texts) {
    const at = keys.length
    keys.push(text.key)
    starts.push(terms.length)
    former.push(idOrNone(formerIds, text.former))
    formerSubtheme.push(idOrNone(subthemeIds, text.formerSubtheme))
    language.push(idOrNone(languageIds, text.language))
    const found = text.terms
      .slice(0, mostTermsOfText)
      .filter((term) => ids.size < mostVocabulary || ids.has(term))
      .map((term) => idOf(ids, term))
      .sort((a, b) => a - b)
    let last = -1
    for (const id of found) {
      while (frequency.length <= id) frequency.push(0)
      if (id !== last) frequency.values[id] = (frequency.values[id] ?? 0) + 1
      last = id
      terms.push(id)
    }
    if (text.sample && at % every === 0) samples.push({ at, text: text.sample.slice(0, sampleLength) })
    if (samples.length < samplesKept * 2) continue
    every *= 2
    samples = samples.filter((sample) => sample.at % every === 0)
  }
  starts.push(terms.length)
  return {
    count: keys.length,
    keys,
    vocabulary: [...ids.keys()],
    frequency: frequency.filled(),
    starts: starts.filled(),
    terms: terms.filled(),
    former: former.filled(),
    formers: [...formerIds.keys()],
    formerSubtheme: formerSubtheme.filled(),
    formerSubthemes: [...subthemeIds.keys()],
    language: language.filled(),
    languages: [...languageIds.keys()],
    samples,
  }
}

/** The terms that a stored dictionary keeps. */
const mostDictionary = 20_000
/** A term of fewer texts says nothing about any other. */
const fewestTexts = 3

/** The most common terms of the texts. */
export function toDictionary({ count, vocabulary, frequency }: Packed): ThemeDictionary {
  const kept = [...frequency.keys()]
    .filter((id) => (frequency[id] ?? 0) >= fewestTexts && vocabulary[id]?.isWellFormed())
    .sort((a, b) => (frequency[b] ?? 0) - (frequency[a] ?? 0) || a - b)
    .slice(0, mostDictionary)
  return {
    texts: count,
    terms: Object.fromEntries(kept.map((id) => [vocabulary[id] ?? '', frequency[id] ?? 0])),
  }
}

const idOrNone = (ids: Map<string, number>, name: string | undefined) =>
  name === undefined ? -1 : idOf(ids, name)

function idOf(ids: Map<string, number>, name: string): number {
  const known = ids.get(name)
  if (known !== undefined) return known
  ids.set(name, ids.size)
  return ids.size - 1
}

/** A list of 32-bit numbers that grows. */
class Numbers {
  values = new Int32Array(1024)
  length = 0

  push(value: number): void {
    if (this.length === this.values.length) {
      const grown = new Int32Array(this.values.length * 2)
      grown.set(this.values)
      this.values = grown
    }
    this.values[this.length++] = value
  }

  filled(): Int32Array {
    return this.values.subarray(0, this.length)
  }
}
