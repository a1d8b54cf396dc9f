import { fold, originalRange } from '#kernel/fold.ts'
import type { SearchQuery, SoughtWord } from './query.ts'
import { eachToken } from './tokens.ts'

/** UTF-16 offsets into the original text, end exclusive. */
export interface Highlight {
  readonly start: number
  readonly end: number
}

type Phrase = readonly [SoughtWord, ...SoughtWord[]]

/**
 * Every place in `text` that a word or phrase of `query` means, in order and without overlap, however many there are.
 * What is excluded is not marked. Linear in the text for a given query.
 */
export function highlight(text: string, query: SearchQuery): Highlight[] {
  const folded = fold(text)
  const starts: number[] = []
  const ends: number[] = []
  eachToken(folded.text, (start, end) => {
    starts.push(start)
    ends.push(end)
  })
  const lexemes = starts.map((start, i) => folded.text.slice(start, ends[i]))

  const found: Highlight[] = []
  const finder = finderOf(query)
  for (let i = 0; i < lexemes.length; i++) {
    for (const words of finder(lexemes[i] ?? '')) {
      if (!words.every(({ lexeme, at, prefix }) => isMeant(lexemes[i + at], lexeme, prefix))) continue
      const last = words[words.length - 1] ?? words[0]
      const lastStart = starts[i + last.at] ?? 0
      const end = last.single ? lastStart + last.lexeme.length : (ends[i + last.at] ?? lastStart)
      const [from, to] = originalRange(folded, starts[i] ?? 0, end)
      found.push({ start: from, end: to })
    }
  }
  return merged(found)
}

const isMeant = (given: string | undefined, lexeme: string, prefix: boolean) =>
  prefix ? given !== undefined && given.startsWith(lexeme) : given === lexeme

/** Gives the phrases that may begin with a lexeme. */
function finderOf(query: SearchQuery): (lexeme: string) => readonly Phrase[] {
  const whole = new Map<string, Phrase[]>()
  const prefixed: Phrase[] = []
  for (const words of phrasesOf(query)) {
    const [first] = words
    if (first.prefix) prefixed.push(words)
    else whole.set(first.lexeme, [...(whole.get(first.lexeme) ?? []), words])
  }
  const none: readonly Phrase[] = []
  return (lexeme) => {
    const exact = whole.get(lexeme) ?? none
    if (prefixed.length === 0) return exact
    const beginning = prefixed.filter(([first]) => lexeme.startsWith(first.lexeme))
    return beginning.length > 0 ? [...exact, ...beginning] : exact
  }
}

function phrasesOf(query: SearchQuery): Phrase[] {
  if (query.kind === 'phrase') return [query.words]
  return query.kind === 'not' ? [] : query.parts.flatMap(phrasesOf)
}

function merged(found: Highlight[]): Highlight[] {
  const ranges: Highlight[] = []
  for (const { start, end } of found.toSorted((a, b) => a.start - b.start || a.end - b.end)) {
    const last = ranges.at(-1)
    if (last && start <= last.end)
      ranges[ranges.length - 1] = { start: last.start, end: Math.max(last.end, end) }
    else ranges.push({ start, end })
  }
  return ranges
}
