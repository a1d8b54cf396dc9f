/** Decides where a disguised phrase may start and end. */
import { gaps, type Stream } from './disguise-stream.ts'
import { signSymbol } from './disguise-units.ts'
import { beginsWord, endsWord } from '#phrase-text.ts'

/** The end of a spelled-out word is unclear, but this many letters do not occur by accident. */
const tellingLetters = 5

interface Wanted {
  readonly letters: number
  readonly isEastAsian: boolean
}

/** Whether a phrase may start with a unit of the text. */
export function isEdgeBefore(text: string, stream: Stream, wanted: Wanted, unit: number): boolean {
  const at = stream.places[unit] ?? 0
  const gap = stream.gaps[unit] ?? 0
  if (gap === gaps.spelled) return isTelling(wanted) || isOneLetterWord(text, stream, unit - 1)
  if (gap > gaps.spelled) return true
  return isSign(text, at) ? gap !== gaps.joined : beginsWord(text, at)
}

/** The same for its end. @param unit The last one. */
export function isEdgeAfter(text: string, stream: Stream, wanted: Wanted, unit: number): boolean {
  const at = stream.places[unit] ?? 0
  const gap = stream.gaps[unit + 1] ?? 0
  if (gap === gaps.spelled) return isTelling(wanted)
  if (gap > gaps.spelled) return true
  return isSign(text, at) ? gap !== gaps.joined : endsWord(text, at + 1)
}

function isTelling({ letters, isEastAsian }: Wanted): boolean {
  return isEastAsian || letters >= tellingLetters
}

/** `I b u y`: the letter before a spelled-out word is itself a word in some language. */
function isOneLetterWord(text: string, { places, gaps: between }: Stream, unit: number): boolean {
  const at = places[unit] ?? 0
  return (
    (between[unit] ?? 0) > gaps.spelled &&
    'aeiouy'.includes(text.charAt(at)) &&
    /\s/.test(text.charAt(at + 1))
  )
}

function isSign(text: string, at: number): boolean {
  return signSymbol(text.charCodeAt(at)) !== 0
}
