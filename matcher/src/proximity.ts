import type { Counts } from './counting.ts'
import type { Span } from '#regex/bounded-regex.ts'

interface Proximity {
  /** The number of different phrases. */
  readonly phrases: number
  readonly withinWords: number
  /** The start of each word of the text, in order. */
  readonly words: readonly number[]
  readonly counts: Counts
}

/** The last place of each phrase, the latest at the end. */
type Latest = Map<number, Span>

/**
 * The places that count and where all phrases of a rule occur within this number of words, in any order: from the first one's
 * start to the last one's end. Words between them count, but not their own.
 */
export function spansWithin(
  found: readonly { readonly pattern: number; readonly span: Span }[],
  { phrases, withinWords, words, counts }: Proximity,
): Span[] {
  const sorted = [...found].sort((a, b) => a.span[0] - b.span[0])
  const spans: Span[] = []
  const latest: Latest = new Map()
  const latestCounting: Latest = new Map()
  for (const { pattern, span } of sorted) {
    setLatest(latest, pattern, span)
    if (counts(span)) setLatest(latestCounting, pattern, span)
    if (latest.size < phrases) continue
    for (const places of choices(latest, latestCounting, pattern)) {
      const parts = [...places].sort((a, b) => a[0] - b[0])
      const start = Math.min(...parts.map(([from]) => from))
      const end = Math.max(...parts.map(([, to]) => to))
      if (wordsBetween(parts, words) > withinWords || start < (spans.at(-1)?.[1] ?? 0)) break
      if (!counts([start, end])) continue
      spans.push([start, end])
      break
    }
  }
  return spans
}

function setLatest(latest: Latest, pattern: number, span: Span): void {
  latest.delete(pattern)
  latest.set(pattern, span)
}

/**
 * The places closest to each other that end with `pattern`. They may all be in a part that the rule ignores, so the next choice
 * has a place outside such parts instead of a later one of the same phrase.
 */
function* choices(latest: Latest, latestCounting: Latest, pattern: number): Generator<Iterable<Span>> {
  yield latest.values()
  const outside = [...latestCounting].findLast(([other]) => other !== pattern)
  if (outside && latest.get(outside[0]) !== outside[1]) yield new Map(latest).set(...outside).values()
}

function wordsBetween(parts: readonly Span[], words: readonly number[]): number {
  let between = 0
  let reached = parts[0]?.[1] ?? 0
  for (const [start, end] of parts) {
    if (start > reached) between += wordsFrom(words, reached, start)
    reached = Math.max(reached, end)
  }
  return between
}

/** How many words begin at or after `from` and before `to`. */
function wordsFrom(words: readonly number[], from: number, to: number): number {
  return firstAtOrAfter(words, to) - firstAtOrAfter(words, from)
}

function firstAtOrAfter(words: readonly number[], offset: number): number {
  let low = 0
  let high = words.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((words[middle] ?? 0) < offset) low = middle + 1
    else high = middle
  }
  return low
}
