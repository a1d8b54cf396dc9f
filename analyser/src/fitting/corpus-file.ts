import { readFileSync } from 'node:fs'
import { categories, type Category } from '#categories.ts'
import type { Grammar } from './grammar.ts'

/**
 * Reads a grammar from `corpora/<name>.txt`: after `language: …` a section `== slots`, each slot a line
 * (`name: one phrase,another`), and a section for each category, each template a line. What begins with `#` before the
 * first section is a comment.
 * @throws RangeError for a file that lacks one of these
 */
export function readGrammar(name: string): Grammar {
  const text = readFileSync(new URL(`../../corpora/${name}.txt`, import.meta.url), 'utf8')
  const [head = '', ...sections] = text.split(/^== /m)
  const linesOf = (title: string) => {
    const [, ...lines] =
      sections
        .find((section) => section.startsWith(`${title}\n`))
        ?.trim()
        .split('\n') ?? []
    if (lines.length === 0) throw new RangeError(`no ${title} in the corpus ${name}`)
    return lines
  }
  const language = /^language: (.+)$/m.exec(head)?.[1]
  if (language === undefined) throw new RangeError(`no language in the corpus ${name}`)
  return {
    language,
    slots: new Map(linesOf('slots').map(toSlot)),
    templates: Object.fromEntries(categories.map((one) => [one, linesOf(one)])) as Record<Category, string[]>,
  }
}

function toSlot(line: string): [name: string, phrases: string[]] {
  const colon = line.indexOf(':')
  if (colon < 0) throw new RangeError(`no slot: ${line}`)
  return [
    line.slice(0, colon),
    line
      .slice(colon + 1)
      .split(',')
      .map((phrase) => phrase.trim()),
  ]
}
