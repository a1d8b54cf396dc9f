/** Lower case without accents, as people in a hurry type; `ß` is `ss`. */
export function fold(text: string): string {
  const lower = text.toLowerCase()
  // Most words are ASCII already.
  if (!beyondAscii.test(lower)) return lower
  return lower.normalize('NFD').replaceAll(accents, '').replaceAll('ß', 'ss').replaceAll('’', "'")
}

const beyondAscii = /[^ -~]/
const accents = /\p{Mn}/gu
/** What French writes before a vowel. */
export const elision = /\b(?:[ldjmtscn]|qu)'(?=\p{L}{2})/gu
