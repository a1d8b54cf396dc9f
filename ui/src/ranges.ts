/** A range of a text to mark: UTF-16 offsets, end exclusive. */
export interface TextRange {
  readonly start: number
  readonly end: number
  /** Why it is marked. */
  readonly tone?: MarkTone
}

/** Evidence is a rule's match, a hit is the search's; current is the evidence being viewed. */
type MarkTone = 'current' | 'evidence' | 'hit'

/** A segment that all its marks cover completely. */
interface Segment {
  readonly text: string
  readonly start: number
  /** The most important first. */
  readonly tones: readonly MarkTone[]
}

/**
 * The text, cut wherever a mark starts or ends, so that overlapping marks can be drawn without nesting. Joined, the
 * segments are the text again. Ranges beyond the text are clamped, empty ones dropped, and a range that would cut a
 * character in half is widened to hold it.
 */
export function segmentsOf(text: string, ranges: readonly TextRange[]): Segment[] {
  const marks = ranges.map((range) => fit(text, range)).filter((range) => range.start < range.end)
  const cuts = [...new Set([0, text.length, ...marks.flatMap(({ start, end }) => [start, end])])].sort(
    (a, b) => a - b,
  )
  const opening = [...marks].sort((a, b) => a.start - b.start)
  let open: typeof marks = []
  let next = 0
  return cuts.slice(0, -1).map((start, i) => {
    const end = cuts[i + 1] ?? text.length
    open = open.filter((mark) => mark.end > start)
    for (let mark = opening[next]; mark && mark.start <= start; mark = opening[++next]) open.push(mark)
    const tones = [...new Set(open.map((mark) => mark.tone ?? 'hit'))].sort()
    return { text: text.slice(start, end), start, tones }
  })
}

/**
 * At most `length` characters around the first mark, for a row of two lines, so that the match is visible. Evidence comes before
 * hits.
 */
export function excerptOf(
  text: string,
  ranges: readonly TextRange[],
  length: number,
  lead = Math.floor(length / 4),
): { text: string; ranges: TextRange[] } {
  const byStart = [...ranges].sort((a, b) => a.start - b.start)
  const first = byStart.find((range) => range.tone === 'evidence') ?? byStart[0]
  if (text.length <= length && (!first || first.start <= lead * 2)) return { text, ranges: [...ranges] }
  const wanted = first && first.start > lead * 2 ? first.start - lead : 0
  const from = wanted === 0 ? 0 : wordStart(text, wanted, first?.start ?? wanted)
  const to = fit(text, { start: from, end: from + length }).end
  const before = from > 0 ? '… ' : ''
  const shift = before.length - from
  return {
    text: `${before}${text.slice(from, to)}${to < text.length ? '…' : ''}`,
    ranges: ranges
      .filter((range) => range.end > from && range.start < to)
      .map((range) => ({
        ...range,
        start: Math.max(range.start, from) + shift,
        end: Math.min(range.end, to) + shift,
      })),
  }
}

/** The start of the first whole word after `from`, but never past `limit`. */
function wordStart(text: string, from: number, limit: number): number {
  const space = text.slice(from, limit).search(/\s\S/)
  const start = space < 0 ? from : from + space + 1
  return isHalf(text, start) ? start - 1 : start
}

function fit(text: string, range: TextRange): TextRange {
  const start = Math.min(Math.max(range.start, 0), text.length)
  const end = Math.min(Math.max(range.end, 0), text.length)
  return {
    ...range,
    start: isHalf(text, start) ? start - 1 : start,
    end: isHalf(text, end) ? end + 1 : end,
  }
}

/** Whether an offset lies between the two halves of a surrogate pair. */
function isHalf(text: string, offset: number): boolean {
  return /^[\uD800-\uDBFF][\uDC00-\uDFFF]$/.test(text.slice(offset - 1, offset + 1))
}
