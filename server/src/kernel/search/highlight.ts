import { isComposing } from '@verbatim/matcher/folding/fold-character.ts'
import { fold, type Folded, originalRange } from '@verbatim/matcher/folding/fold.ts'
import type { SearchQuery, SoughtWord } from './query.ts'
import { eachToken } from './tokens.ts'

/** UTF-16 offsets into the original text, end exclusive. */
export interface Highlight {
  readonly start: number
  readonly end: number
}

type Phrase = readonly [SoughtWord, ...SoughtWord[]]

/** How much of a text is read in one step, in UTF-16 units: a few milliseconds. */
const stretch = 10_000

/** The most marks that a page draws. */
export const mostHighlights = 50_000

/**
 * The places in `text` that match a word or phrase of `query`, in order and without overlap, up to `most`. Excluded words
 * are not marked. Linear in the text for a given query.
 */
export function highlight(text: string, query: SearchQuery): Highlight[] {
  const steps = highlightBySteps(text, query, {})
  for (let step = steps.next(); ; step = steps.next()) if (step.done) return step.value
}

/** The same in steps of a few milliseconds, so that other work can run in between. */
export function* highlightBySteps(
  text: string,
  query: SearchQuery,
  { most = mostHighlights, units = stretch }: { readonly most?: number; readonly units?: number },
): Generator<void, Highlight[]> {
  const words: Words = { parts: [], starts: [], ends: [], lexemes: [] }
  for (let from = 0; from < text.length;) {
    from = readWords(words, text, from, cutAfter(text, from, units))
    yield
  }
  const found: Highlight[] = []
  const finder = finderOf(query)
  for (let i = 0; i < words.lexemes.length && found.length < most; i++) {
    for (const phrase of finder(words.lexemes[i] ?? '')) {
      if (phrase.every(({ lexeme, at, prefix }) => isMeant(words.lexemes[i + at], lexeme, prefix)))
        found.push({ start: startOf(words, i), end: endOf(words, i, phrase) })
    }
    if (i % units === units - 1) yield
  }
  return merged(found)
}

/** The words of a text that is read in parts; offsets are those of the folded part. */
interface Words {
  readonly parts: Part[]
  readonly starts: number[]
  readonly ends: number[]
  readonly lexemes: string[]
}

interface Part {
  readonly folded: Folded
  /** Its offset in the text. */
  readonly from: number
  readonly firstWord: number
}

interface Cut {
  readonly at: number
  /** No word or letter continues after it. */
  readonly isClean: boolean
}

/** The end of a part that starts at `from`: after a blank, if there is one. */
function cutAfter(text: string, from: number, units: number): Cut {
  let at = from + units
  if (at >= text.length) return { at: text.length, isClean: true }
  for (; at > from + units / 2; at--)
    if (isBlank(text.charCodeAt(at - 1)) && !isComposing(text.charCodeAt(at))) return { at, isClean: true }
  at = from + units
  const most = Math.min(text.length, at + 64)
  while (at < most && belongsToBefore.test(text.charAt(at))) at++
  return { at, isClean: at === text.length }
}

const isBlank = (unit: number) => unit === 0x20 || unit === 0x0a
/** A mark, a Hangul vowel or final, or the second half of a character. */
const belongsToBefore = /^[\p{M}\u1160-\u11ff\uff9e\uff9f\udc00-\udfff]$/u

/** @returns The start of the next part: before the last word, if that continues after the cut. */
function readWords({ parts, starts, ends, lexemes }: Words, text: string, from: number, cut: Cut): number {
  const folded = fold(text.slice(from, cut.at))
  parts.push({ folded, from, firstWord: starts.length })
  eachToken(folded.text, (start, end) => {
    starts.push(start)
    ends.push(end)
    lexemes.push(folded.text.slice(start, end))
  })
  if (cut.isClean || ends.at(-1) !== folded.text.length) return cut.at
  const next = from + originalRange(folded, starts.at(-1) ?? 0, folded.text.length)[0]
  if (next <= from) return cut.at
  for (const list of [starts, ends, lexemes]) list.pop()
  return next
}

function partOf({ parts }: Words, word: number): Part {
  let [low, high] = [0, parts.length - 1]
  while (low < high) {
    const middle = (low + high + 1) >>> 1
    if ((parts[middle]?.firstWord ?? 0) <= word) low = middle
    else high = middle - 1
  }
  return parts[low] as Part
}

function startOf(words: Words, word: number): number {
  const { folded, from } = partOf(words, word)
  const start = words.starts[word] ?? 0
  return from + originalRange(folded, start, start + 1)[0]
}

function endOf(words: Words, first: number, phrase: Phrase): number {
  const { at, single, lexeme } = phrase[phrase.length - 1] ?? phrase[0]
  const { folded, from } = partOf(words, first + at)
  const start = words.starts[first + at] ?? 0
  const end = single ? start + lexeme.length : (words.ends[first + at] ?? start)
  return from + originalRange(folded, start, end)[1]
}

const isMeant = (given: string | undefined, lexeme: string, prefix: boolean) =>
  prefix ? given !== undefined && given.startsWith(lexeme) : given === lexeme

/** Returns the phrases that may start with a lexeme. */
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
