import type { TextRange } from '@verbatim/ui/ranges.ts'
import { mostInGroup, type PaletteRow, rowGroups } from './palette-row.ts'

/** The words of a text, for comparing. */
const wordsOf = (text: string): readonly string[] =>
  text
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '')

/** The rows in which every word starts some word, best first: matches in the label, at its start before elsewhere. */
export function matching(rows: readonly PaletteRow[], text: string): PaletteRow[] {
  const sought = wordsOf(text)
  if (sought.length === 0) return []
  return rows
    .flatMap((row) => {
      const rank = rankOf(row, sought, text.trim().toLowerCase())
      return rank === undefined ? [] : [{ row, rank }]
    })
    .toSorted((a, b) => a.rank - b.rank)
    .map(({ row }) => row)
}

function rankOf(
  { label, detail = '', keywords = '' }: PaletteRow,
  sought: readonly string[],
  whole: string,
): number | undefined {
  const begins = (text: string) => {
    const words = wordsOf(text.replaceAll(/[(),“”]/g, ' '))
    return sought.every((one) => words.some((word) => word.startsWith(one)))
  }
  if (label.toLowerCase().startsWith(whole)) return 0
  if (begins(label)) return 1
  return begins(`${label} ${detail} ${keywords}`) ? 2 : undefined
}

/** At most five rows of each group, group by group. */
export function grouped(rows: readonly PaletteRow[]) {
  return rowGroups.flatMap((group) => {
    const most = group === 'Recent' ? Infinity : mostInGroup
    const own = rows.filter((row) => row.group === group).slice(0, most)
    return own.length > 0 ? [{ group, rows: own }] : []
  })
}

/** The places of the words of `sought` in a text. */
export function hitsIn(text: string, sought: string): TextRange[] {
  const lower = text.toLowerCase()
  // Some letters change their length with their case, so the offsets would belong to another text.
  if (lower.length !== text.length) return []
  return wordsOf(sought).flatMap((word) => {
    const ranges: TextRange[] = []
    for (let at = lower.indexOf(word); at >= 0; at = lower.indexOf(word, at + word.length))
      if (at === 0 || !/[\p{L}\p{N}]/u.test(lower.charAt(at - 1)))
        ranges.push({ start: at, end: at + word.length, tone: 'hit' })
    return ranges
  })
}
