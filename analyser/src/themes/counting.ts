/** In how many texts the terms of a space are, for each language. */
import type { Space } from './centres.ts'
import { eachTerm } from './placing.ts'

interface LanguageCount {
  /** Its position among the languages, or -1. */
  readonly language: number
  readonly texts: number
  readonly counts: ReadonlyMap<number, number>
}

export function countByLanguage({ packed, chosen }: Space): LanguageCount[] {
  const found = new Map<number, { texts: number; counts: Map<number, number> }>()
  for (const text of chosen) {
    const language = packed.language[text] ?? -1
    const own = found.get(language) ?? { texts: 0, counts: new Map<number, number>() }
    found.set(language, own)
    own.texts += 1
    eachTerm(packed.terms, packed.starts[text] ?? 0, packed.starts[text + 1] ?? 0, (id) => {
      own.counts.set(id, (own.counts.get(id) ?? 0) + 1)
    })
  }
  return [...found].map(([language, own]) => ({ language, ...own }))
}
