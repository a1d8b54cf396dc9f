/** Words that are left out of themes, and the stems of those that stay. */
import { readFileSync } from 'node:fs'

/** Stop words by language; `undefined` has those of all languages. */
export function readStopWords(language?: string): (word: string) => boolean {
  const lines = readFileSync(new URL('stop-words.txt', import.meta.url), 'utf8').split('\n')
  const words = lines
    .map((line) => line.split(' = '))
    .filter(([name, list]) => list !== undefined && (language === undefined || name === language))
    .flatMap(([, list = '']) => list.split(' '))
  const known = new Set(words)
  return (word) => known.has(word)
}

/**
 * A stem that joins the common forms of a word in European languages. It need not be a word: names are shown
 * in the form that people wrote.
 */
export function stem(word: string): string {
  const bare = withoutContraction(word)
  for (const ending of endings)
    if (bare.length - ending.length >= 4 && bare.endsWith(ending))
      return bare.slice(0, -ending.length).slice(0, longest)
  return bare.slice(0, longest)
}

/** What English joins to a word: `you'll`, `client's`. */
export function withoutContraction(word: string): string {
  return word.replace(/'(?:s|ll|d|ve|re|m|t)$/, '').replaceAll("'", '')
}

const longest = 9
const endings = [
  'ungen',
  'mente',
  'ments',
  'ment',
  'ings',
  'ing',
  'ung',
  'edly',
  'ies',
  'ied',
  'es',
  'ed',
  'en',
  'er',
  'em',
  'ly',
  'as',
  'os',
  's',
  'e',
  'a',
  'o',
  'y',
  'n',
]
