/** All sentences of our own, written out from the grammars; the same every time. */
import { categories } from '#categories.ts'
import {
  businessSentences,
  chineseBusinessSentences,
  frenchBusinessSentences,
  germanBusinessSentences,
  portugueseBusinessSentences,
  spanishBusinessSentences,
} from './business-sentences.ts'
import { chatterSentences, chineseChatterSentences } from './chatter-sentences.ts'
import { chineseSentences } from './chinese-sentences.ts'
import { englishMoreSentences } from './english-more-sentences.ts'
import { englishSentences } from './english-sentences.ts'
import { frenchSentences } from './french-sentences.ts'
import { germanSentences } from './german-sentences.ts'
import { expand, type Grammar, makeDice, rough } from './grammar.ts'
import { portugueseSentences } from './portuguese-sentences.ts'
import type { LabelledRow } from './rows.ts'
import { spanishSentences } from './spanish-sentences.ts'

const grammars: readonly Grammar[] = [
  englishSentences,
  englishMoreSentences,
  chineseSentences,
  spanishSentences,
  frenchSentences,
  germanSentences,
  portugueseSentences,
  chatterSentences,
  chineseChatterSentences,
  businessSentences,
  chineseBusinessSentences,
  spanishBusinessSentences,
  frenchBusinessSentences,
  germanBusinessSentences,
  portugueseBusinessSentences,
]

/** Sentences per template, before duplicates go. */
const perTemplate = 12

export function writeSentences(): LabelledRow[] {
  const dice = makeDice(11)
  const rows: LabelledRow[] = []
  for (const grammar of grammars) {
    for (const label of categories) {
      for (const template of grammar.templates[label].split('\n')) {
        const texts = Array.from({ length: perTemplate }, () => rough(expand(template, grammar, dice), dice))
        for (const text of new Set(texts))
          rows.push({ text, label, source: `own ${grammar.language}`, open: true })
      }
    }
  }
  return rows
}
