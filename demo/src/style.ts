/** How a person writes: additions to and omissions from the words of a scene. */
import type { Random } from './random.ts'
import type { Language } from './scene.ts'

export interface Style {
  /** How dialogues begin: with a salutation, a short hello, or at once. */
  readonly greeting: 'formal' | 'casual' | 'none'
  readonly lowerCase: boolean
  readonly dropsFullStop: boolean
  /** Chance of an emoji at the end of a message. */
  readonly emoji: number
  /** Chance of a slip in a message. */
  readonly typos: number
  readonly thanks: boolean
}

const clientStyles: readonly (readonly [Style, number])[] = [
  [style('formal', { thanks: true }), 24],
  [style('casual', { dropsFullStop: true, typos: 0.05, thanks: true }), 30],
  [style('casual', { emoji: 0.28, dropsFullStop: true, typos: 0.05, thanks: true }), 16],
  [style('none', { lowerCase: true, dropsFullStop: true, typos: 0.07 }), 14],
  [style('none', { dropsFullStop: true, typos: 0.02 }), 16],
]

const representativeStyles: readonly (readonly [Style, number])[] = [
  [style('formal', { thanks: true }), 34],
  [style('casual', { typos: 0.012, thanks: true }), 34],
  [style('casual', { emoji: 0.14, dropsFullStop: true, typos: 0.02, thanks: true }), 20],
  [style('none', { dropsFullStop: true, typos: 0.015 }), 12],
]

function style(greeting: Style['greeting'], rest: Partial<Style>): Style {
  return { greeting, lowerCase: false, dropsFullStop: false, emoji: 0, typos: 0, thanks: false, ...rest }
}

/** A client's way of writing. */
export function clientStyle(random: Random): Style {
  return random.weighted(clientStyles)
}

/** A representative's way of writing: tidier. */
export function representativeStyle(random: Random): Style {
  return random.weighted(representativeStyles)
}

const lowerCased: ReadonlySet<Language> = new Set(['en', 'es', 'fr', 'pt'])
const slips: ReadonlySet<Language> = new Set(['en', 'es', 'fr', 'pt', 'de'])
const faces = ['🙂', '😊', '👍', '🙏', '😀', '👌', '🙌', '😉', '✨', '☺️']

/** `text` as this person would type it. */
export function styled(text: string, style: Style, language: Language, random: Random): string {
  let typed = text
  if (style.lowerCase && lowerCased.has(language)) typed = typed.charAt(0).toLowerCase() + typed.slice(1)
  if (style.lowerCase && language === 'en') typed = typed.replaceAll(/\bI\b(?!\/)/g, 'i')
  if (style.dropsFullStop && /[^.]\.$/.test(typed)) typed = typed.slice(0, -1)
  if (style.dropsFullStop && typed.endsWith('。')) typed = typed.slice(0, -1)
  if (random.chance(style.emoji) && /[\p{L}.!]$/u.test(typed)) typed = `${typed} ${random.pick(faces)}`
  return typed
}

/** One word of `text` mistyped, or undefined if there is no suitable word. */
export function slip(
  text: string,
  style: Style,
  language: Language,
  random: Random,
): { text: string; meant: string } | undefined {
  if (!slips.has(language) || !random.chance(style.typos)) return undefined
  const words = [...text.matchAll(/(?<![\p{L}\d@./])[a-z]{5,12}(?![\p{L}\d@/])/gu)]
  if (words.length === 0) return undefined
  const word = random.pick(words)
  const meant = word[0]
  const at = random.between(1, meant.length - 3)
  const wrong = random.chance(0.6)
    ? meant.slice(0, at) + meant.charAt(at + 1) + meant.charAt(at) + meant.slice(at + 2)
    : meant.slice(0, at) + meant.slice(at + 1)
  if (wrong === meant) return undefined
  return { text: text.slice(0, word.index) + wrong + text.slice(word.index + meant.length), meant }
}
