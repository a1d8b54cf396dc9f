import type { TextRange } from '#ranges.ts'

/** The drawn part of a long text; the rest is not rendered. */
interface TextWindow {
  readonly start: number
  readonly end: number
}

const lead = 1_500
const length = 8_000

/** The initial part, around `focus`. */
export function firstWindow(text: string, focus: number): TextWindow {
  const start = Math.max(0, focus - lead)
  return fit(text, { start, end: start + length })
}

export const sooner = (text: string, { start, end }: TextWindow) => fit(text, { start: start - length, end })
export const later = (text: string, { start, end }: TextWindow) => fit(text, { start, end: end + length })

/** Converts marks of the whole text to marks of the part. */
export function inWindow(ranges: readonly TextRange[], { start, end }: TextWindow): TextRange[] {
  return ranges
    .filter((range) => range.start < end && range.end > start)
    .map((range) => ({
      ...range,
      start: Math.max(range.start, start) - start,
      end: Math.min(range.end, end) - start,
    }))
}

/** Limits an offset to the text, and never splits a character. */
function fit(text: string, { start, end }: TextWindow): TextWindow {
  return { start: wholeAt(text, Math.max(0, start)), end: wholeAt(text, Math.min(text.length, end)) }
}

function wholeAt(text: string, at: number): number {
  const unit = text.charCodeAt(at)
  return at > 0 && at < text.length && unit >= 0xdc00 && unit <= 0xdfff ? at - 1 : at
}
