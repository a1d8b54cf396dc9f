/** All our own sentences, generated from the corpora; the same every time. */
import { categories } from '#categories.ts'
import { readGrammar } from './corpus-file.ts'
import { expand, makeDice, rough } from './grammar.ts'
import type { LabelledRow } from './rows.ts'

/** The files of `corpora/`. Their order affects the weights. */
const corpora = [
  'english',
  'english-more',
  'chinese',
  'spanish',
  'french',
  'german',
  'portuguese',
  'chatter',
  'chinese-chatter',
  'business',
  'chinese-business',
  'spanish-business',
  'french-business',
  'german-business',
  'portuguese-business',
]

/** Sentences per template, before duplicates go. */
const perTemplate = 12

export function writeSentences(): LabelledRow[] {
  const dice = makeDice(11)
  const rows: LabelledRow[] = []
  for (const grammar of corpora.map(readGrammar)) {
    const templates = categories.flatMap((label) =>
      grammar.templates[label].map((template) => ({ label, template })),
    )
    for (const { label, template } of templates) {
      const texts = Array.from({ length: perTemplate }, () => rough(expand(template, grammar, dice), dice))
      for (const text of new Set(texts))
        rows.push({ text, label, source: `own ${grammar.language}`, open: true })
    }
  }
  return rows
}
