import { isOpaque } from './readable.ts'

/** First letters of the first and last word of a name; `#` for a number or an ID, `OU` (Organization User) without a name. */
export function initialsOf(name: string): string {
  if (name.trim() === '') return 'OU'
  if (isOpaque(name)) return '#'
  const words = name.match(/[\p{L}\p{N}][^\s]*/gu)?.filter((word) => /\p{L}/u.test(word)) ?? []
  const letters = words.length > 1 ? [words[0], words.at(-1)] : words
  return letters.map((word) => String.fromCodePoint(word?.codePointAt(0) ?? 32).toUpperCase()).join('') || '#'
}
