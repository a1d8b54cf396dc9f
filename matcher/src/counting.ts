/**
 * Which matches of a rule count: those that touch none of its exceptions, outside the parts that it ignores. This is decided
 * before overlapping matches are dropped and before the hundredth ends the search, so that no match is hidden by one that
 * does not count. Each question takes a logarithm of the exceptions and parts.
 */
import type { CompiledRule } from './compiled-rule.ts'
import { disclaimerParts, quotedParts } from './ignored-parts.ts'
import type { Span } from '#regex/bounded-regex.ts'

/** Whether a match counts. */
export type Counts = (span: Span) => boolean

const always: Counts = () => true

/** @param exceptions Per rule, where its exceptions are. */
export function countsIn(
  text: string,
  exceptions: ReadonlyMap<number, readonly Span[]> | undefined,
): (index: number, rule: CompiledRule) => Counts {
  let quoted: readonly Span[] | undefined
  let disclaimers: readonly Span[] | undefined
  const known = new Map<number, Counts>()
  const countsFor = (index: number, { ignoreQuoted, ignoreDisclaimers }: CompiledRule): Counts => {
    const excepted = united(exceptions?.get(index) ?? [])
    const ignored = [
      ...(ignoreQuoted ? [(quoted ??= quotedParts(text))] : []),
      ...(ignoreDisclaimers ? [(disclaimers ??= disclaimerParts(text))] : []),
    ].filter((parts) => parts.length > 0)
    if (excepted.length === 0 && ignored.length === 0) return always
    return (span) => !touches(span, excepted) && !ignored.some((parts) => isWithin(span, parts))
  }
  return (index, rule) => {
    let counts = known.get(index)
    if (!counts) known.set(index, (counts = countsFor(index, rule)))
    return counts
  }
}

/** In text order; of overlapping ones, the one that starts first and, among those, the longest. */
export function withoutOverlaps(spans: readonly Span[]): Span[] {
  const kept: Span[] = []
  for (const span of spans.toSorted((a, b) => a[0] - b[0] || b[1] - a[1])) {
    const last = kept.at(-1)
    if (!last || span[0] >= last[1]) kept.push(span)
  }
  return kept
}

/** The same characters, as parts in text order that do not overlap. */
function united(spans: readonly Span[]): Span[] {
  const parts: Span[] = []
  for (const [start, end] of spans.toSorted((a, b) => a[0] - b[0])) {
    const last = parts.at(-1)
    if (last && start < last[1]) parts[parts.length - 1] = [last[0], Math.max(last[1], end)]
    else parts.push([start, end])
  }
  return parts
}

function touches([start, end]: Span, parts: readonly Span[]): boolean {
  const last = lastBeginningBefore(parts, end)
  return last !== undefined && last[1] > start
}

function isWithin([start, end]: Span, parts: readonly Span[]): boolean {
  const last = lastBeginningBefore(parts, start + 1)
  return last !== undefined && end <= last[1]
}

/** @param parts In text order, without overlap. */
function lastBeginningBefore(parts: readonly Span[], offset: number): Span | undefined {
  let low = 0
  let high = parts.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((parts[middle]?.[0] ?? 0) < offset) low = middle + 1
    else high = middle
  }
  return parts[low - 1]
}
