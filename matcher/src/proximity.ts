import type { Span } from '#regex/bounded-regex.ts'

/**
 * The places where all phrases of a rule occur within this number of words, in any order: from the first one's start to the last
 * one's end. Words between them count, but not their own.
 * @param phrases The number of different phrases.
 * @param words The start of each word of the text, in order.
 */
export function spansWithin(
  found: readonly { readonly pattern: number; readonly span: Span }[],
  phrases: number,
  withinWords: number,
  words: readonly number[],
): Span[] {
  const sorted = [...found].sort((a, b) => a.span[0] - b.span[0])
  const spans: Span[] = []
  /** The last place of each phrase before the current one. */
  const latest = new Map<number, Span>()
  for (const { pattern, span } of sorted) {
    latest.delete(pattern)
    latest.set(pattern, span)
    if (latest.size < phrases) continue
    const parts = [...latest.values()].sort((a, b) => a[0] - b[0])
    const start = Math.min(...parts.map(([from]) => from))
    const end = Math.max(...parts.map(([, to]) => to))
    const last = spans.at(-1)
    if (wordsBetween(parts, words) <= withinWords && (!last || start >= last[1])) spans.push([start, end])
  }
  return spans
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
