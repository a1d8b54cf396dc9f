import type { OtherText } from '#kernel/captured-event.ts'

const before = 60
const length = 240

/** The part of a text around its first mark, short enough for a row, with its marks. */
export function excerpt(
  text: string,
  marks: readonly (readonly [start: number, end: number])[],
): { preview: string; marks: [number, number][] } {
  const first = marks[0]?.[0] ?? 0
  const from = first > before + 20 ? atCharacter(text, first - before) : 0
  const to = atCharacter(text, Math.min(text.length, from + length))
  const lead = from > 0 ? '…' : ''
  const inside = marks
    .filter(([start, end]) => start >= from && end <= to)
    .map(([start, end]): [number, number] => [start - from + lead.length, end - from + lead.length])
  return { preview: lead + text.slice(from, to) + (to < text.length ? '…' : ''), marks: inside }
}

/** Of a card only what matched: the rest may name people, and readers under pseudonyms see no names. */
export function excerptOf(
  { kind, text }: OtherText,
  marks: readonly (readonly [start: number, end: number])[],
): ReturnType<typeof excerpt> {
  const [start, end] = marks[0] ?? [0, 0]
  return kind === 'card' ? excerpt(text.slice(start, end), [[0, end - start]]) : excerpt(text, marks)
}

/** The offset, or the one before it if it would cut a character in two. */
function atCharacter(text: string, offset: number): number {
  const unit = text.charCodeAt(offset)
  return unit >= 0xdc00 && unit <= 0xdfff ? offset - 1 : offset
}
