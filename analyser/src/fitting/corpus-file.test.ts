import { readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readGrammar } from './corpus-file.ts'
import { writeSentences } from './sentences.ts'

test('a corpus has a language, slots, and templates of each category', () => {
  const { language, slots, templates } = readGrammar('french')
  expect(language).toBe('French')
  expect(slots.get('thing')).toContain('commande')
  expect(templates.question[0]).toBe('quand arrive ma {thing} ?')
})

test('every corpus gives sentences, and every slot of a template exists', () => {
  const files = readdirSync(new URL('../../corpora/', import.meta.url))
  const sources = new Set(writeSentences().map(({ source }) => source))
  expect(sources.size).toBe(files.length)
})

test('a missing corpus is refused', () => {
  expect(() => readGrammar('klingon')).toThrow(/ENOENT/)
})
