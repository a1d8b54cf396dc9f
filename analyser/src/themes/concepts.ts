/** The concepts of `concepts.txt`: what people write about, with its words in six languages and its titles. */
import { readFileSync } from 'node:fs'
import { elision, fold } from './folding.ts'

/** The languages whose words are joined, in the order of the file's columns. */
export const themeLanguages = ['en', 'de', 'fr', 'es', 'pt', 'zh'] as const
export type ThemeLanguage = (typeof themeLanguages)[number]

interface Concept {
  /** Starts with a colon, so it never equals a word. */
  readonly term: string
  readonly titles: readonly string[]
  /** It joins words across languages, but seldom says what a matter is about. */
  readonly isMinor: boolean
  /** By language. */
  readonly words: readonly (readonly string[])[]
}

/** Finds the concepts of one language's words. */
export interface Vocabulary {
  /** The concept of one folded word. */
  find(word: string): string | undefined
  /** The concepts of words as they are written, for scripts without spaces. */
  readonly whole: ReadonlyMap<string, string>
  /** The concept of the phrase that starts at `at`, and how many words it takes. */
  findPhrase(words: readonly string[], at: number): { term: string; length: number } | undefined
}

export const concepts: readonly Concept[] = readConcepts(
  readFileSync(new URL('concepts.txt', import.meta.url), 'utf8'),
)

export const conceptOf: ReadonlyMap<string, Concept> = new Map(
  concepts.map((concept) => [concept.term, concept]),
)

/** @throws Error where a line does not have titles and words in every language. */
export function readConcepts(text: string): Concept[] {
  return text
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const [head = '', body = ''] = line.split(' = ')
      const isMinor = head.startsWith('~')
      const titles = head
        .replace(/^~/, '')
        .split(' / ')
        .map((title) => title.trim())
      const words = body.split(' | ').map((column) => column.split(', ').map(toEntry))
      if (titles.length !== themeLanguages.length || words.length !== themeLanguages.length)
        throw new Error(`A concept needs ${themeLanguages.length} titles and columns: ${line.slice(0, 80)}`)
      const [english = ''] = titles
      return { term: `:${fold(english).replaceAll(/[^a-z]+/g, '-')}`, titles, isMinor, words }
    })
}

/** As texts are cut: at hyphens and after elided articles. */
function toEntry(written: string): string {
  return fold(written.trim()).replaceAll('-', ' ').replaceAll(elision, '')
}

/** The words of `language`, or of all languages: there the word of an earlier language counts first. */
export function makeVocabulary(language?: ThemeLanguage): Vocabulary {
  const columns = language ? [themeLanguages.indexOf(language)] : themeLanguages.map((_, at) => at)
  const whole = new Map<string, string>()
  const starts = new Map<string, string>()
  const parts: [part: string, term: string][] = []
  const phrases = new Map<string, { words: string[]; term: string }[]>()
  const add = (entry: string, term: string) => {
    const [first = '', ...further] = entry.split(' ')
    if (further.length > 0)
      phrases.set(first, [...(phrases.get(first) ?? []), { words: [first, ...further], term }])
    else if (entry.startsWith('*')) parts.push([entry.slice(1), term])
    else if (entry.endsWith('*')) setOnce(starts, entry.slice(0, -1), term)
    else setOnce(whole, entry, term)
  }
  for (const column of columns)
    for (const { term, words } of concepts) for (const entry of words[column] ?? []) add(entry, term)
  for (const known of phrases.values()) known.sort((a, b) => b.words.length - a.words.length)
  parts.sort(([a], [b]) => b.length - a.length)
  return {
    whole,
    find: (word) => whole.get(word) ?? findStart(starts, word) ?? findPart(parts, word),
    findPhrase(words, at) {
      const found = phrases
        .get(words[at] ?? '')
        ?.find((phrase) => phrase.words.every((part, step) => isWord(part, words[at + step])))
      return found && { term: found.term, length: found.words.length }
    },
  }
}

function setOnce(map: Map<string, string>, key: string, value: string): void {
  if (!map.has(key)) map.set(key, value)
}

function findStart(starts: ReadonlyMap<string, string>, word: string): string | undefined {
  for (let length = word.length; length >= 3; length--) {
    const found = starts.get(word.slice(0, length))
    if (found !== undefined) return found
  }
  return undefined
}

function findPart(parts: readonly (readonly [string, string])[], word: string): string | undefined {
  const isPart = (part: string) =>
    part.endsWith('*') ? word.includes(part.slice(0, -1)) : word.endsWith(part)
  return parts.find(([part]) => isPart(part))?.[1]
}

function isWord(pattern: string, word: string | undefined): boolean {
  if (word === undefined) return false
  return pattern.endsWith('*') ? word.startsWith(pattern.slice(0, -1)) : pattern === word
}
