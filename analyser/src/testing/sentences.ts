import { readFileSync } from 'node:fs'

/** A sentence, and what is to be found in it. */
export interface Sentence {
  readonly language: string
  readonly sought: string | undefined
  readonly text: string
}

/** The sentences of a file: each line is a language, what is to be found or `-`, and the words. */
export const sentencesIn = (file: URL): Sentence[] =>
  readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const [language = '', sought = '', ...words] = line.split(' ')
      return { language, sought: sought === '-' ? undefined : sought, text: words.join(' ') }
    })

const percent = (part: number, whole: number) => Math.round((part / whole) * 1000) / 10

/** Of what was found, how much was right, and of what was to be found, how much was found so. */
export function measureFinding(some: readonly Sentence[], find: (text: string) => string | undefined) {
  const found = some.map((line) => ({ ...line, found: find(line.text) }))
  const right = found.filter((line) => line.sought !== undefined && line.found === line.sought).length
  return {
    precision: percent(right, found.filter((line) => line.found).length),
    recall: percent(right, found.filter(({ sought }) => sought).length),
    wrong: found.filter((line) => line.found !== line.sought).map((line) => `${line.found}: ${line.text}`),
  }
}
