/** Finds disguised phrases: spaced, dotted, stretched, with digits as letters, or in other characters. */
import type { Folded } from '#folding/fold.ts'
import { makeAutomaton, makeHits } from '#automaton.ts'
import type { Span } from '#regex/bounded-regex.ts'
import { disguisedSpan } from './disguise-check.ts'
import { streamOf } from './disguise-stream.ts'
import { type DisguisedPhrase, disguisesOf } from './disguised-phrase.ts'
import { mayBeDisguised } from './disguise-signs.ts'

export interface Disguises<Use> {
  /**
   * Reports each occurrence of a disguised phrase, and its position in the original text. A second pass over texts that show
   * any sign of it; linear.
   * @param folded Plain ASCII need not be folded.
   * @param original The text before folding, with its own length.
   */
  find(folded: Folded, original: string, found: (use: Use, span: Span) => void): void
}

/** @param phrases folded, each with its rules. */
export function makeDisguises<Use>(phrases: readonly (readonly [string, readonly Use[]])[]): Disguises<Use> {
  const bySymbols = new Map<string, Sought<Use>[]>()
  for (const [text, uses] of phrases) {
    for (const phrase of disguisesOf(text)) {
      const known = bySymbols.get(phrase.symbols)
      if (known) known.push({ phrase, uses })
      else bySymbols.set(phrase.symbols, [{ phrase, uses }])
    }
  }
  const sought = [...bySymbols.values()]
  const automaton = makeAutomaton([...bySymbols.keys()])
  const hits = makeHits()
  return {
    find(given, original, found) {
      if (sought.length === 0 || !mayBeDisguised(given, original)) return
      const folded = given.map ? given : { text: given.text.toLowerCase() }
      const stream = streamOf(folded, original)
      automaton.scan(stream.symbols, hits)
      for (let i = 0; i < hits.count; i++) {
        const end = hits.pairs[2 * i + 1] ?? 0
        for (const { phrase, uses } of sought[hits.pairs[2 * i] ?? 0] ?? []) {
          const span = disguisedSpan({ original, folded, stream }, phrase, end)
          if (span) uses.forEach((use) => found(use, span))
        }
      }
    },
  }
}

interface Sought<Use> {
  readonly phrase: DisguisedPhrase
  readonly uses: readonly Use[]
}
