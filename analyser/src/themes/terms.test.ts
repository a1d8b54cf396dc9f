import { expect, test } from 'vitest'
import fc from 'fast-check'
import { concepts, readConcepts, themeLanguages } from './concepts.ts'
import { termsOfNames, themeTerms } from './themes.ts'

test('one concept joins the words of six languages', () => {
  const pension = [
    ['en', 'Can I move my pension to you?'],
    ['de', 'Kann ich meine Betriebsrente übertragen?'],
    ['fr', 'Je voudrais transférer ma retraite.'],
    ['es', 'Quiero traspasar mi plan de pensiones.'],
    ['pt', 'Posso transferir a minha pensão?'],
    ['zh', '我想把养老金转过来'],
  ] as const
  for (const [language, text] of pension) {
    expect(themeTerms(text, language)).toContain(':pensions')
    expect(themeTerms(text)).toContain(':pensions')
  }
})

test('greetings, numbers, addresses, names and closing formulas are left out', () => {
  const text =
    'Hello Anna,\nplease see https://example.org/x or a.b@example.org about 4,500 shingles.\nKind regards\nTom Roofer'
  expect(themeTerms(text, 'en')).toEqual(['shingl'])
})

test('quoted lines are ignored, because they belong to another message', () => {
  expect(themeTerms('> my luggage is lost\nThe mortgage is signed', 'en')).toEqual([
    ':mortgages',
    'sign',
    '~mortgag',
  ])
})

test('Chinese next to Latin letters and digits is read apart from them', () => {
  expect(themeTerms('Nordwall回复了养老金', 'zh')).toContain(':pensions')
  expect(themeTerms('新收费让我多付145美元', 'zh')).toContain(':fees-and-prices')
})

test('names are left out where their capitals show them, but not German nouns', () => {
  expect(themeTerms('We met the gardener with Okafor', 'en')).toEqual(['met', 'garden'])
  expect(themeTerms('Wir haben den Dachboden geräumt', 'de')).toContain('dachbod')
})

test('words that are courtesies or other words in another language are no concept', () => {
  for (const text of [
    'Boa tarde',
    'Buenas tardes',
    'Cher Monsieur',
    'Caro amigo',
    'enfrente',
    'transparente',
    'exhausted',
  ])
    expect(themeTerms(text).filter((term) => term.startsWith(':'))).toEqual([])
})

test('a phrase counts as one concept, in whole words', () => {
  expect(themeTerms('the customer service', 'en')).toEqual([':customer-service', '~customer service'])
  expect(themeTerms('customer servicewear', 'en')).not.toContain(':customer-service')
})

test('every concept has titles and words in each language', () => {
  expect(concepts.length).toBeGreaterThan(80)
  expect(new Set(concepts.map(({ term }) => term)).size).toBe(concepts.length)
  for (const { titles, words } of concepts) {
    expect(titles).toHaveLength(themeLanguages.length)
    for (const column of words) expect(column.every((word) => word.length > 0)).toBe(true)
  }
})

test('a concept that lacks a language is refused', () => {
  expect(() => readConcepts('Fees / Gebühren = fee | gebühr')).toThrow('needs 6 titles')
})

test('rare Chinese characters are never split in terms', () => {
  const terms = themeTerms('𠮷野家𠮷野', 'zh')
  expect(terms).toContain('𠮷野')
  expect(terms.every((term) => term.isWellFormed())).toBe(true)
})

test('text that looks like the start of many addresses gives no more terms than any text', () => {
  for (const hostile of ['@', '@.', 'a@', 'a@a', '.@a.'])
    expect(themeTerms(`${hostile.repeat(2400 / hostile.length)} pension`, 'en').length).toBeLessThanOrEqual(
      40,
    )
  expect(themeTerms('Write to ann.ash@client.example about the pension', 'en')).toEqual([
    ':pensions',
    '~pensio',
  ])
})

test('names give the same terms as messages that mention them', () => {
  const names = termsOfNames(['Priya Natarajan', 'Frau Schneidewind', '王小伟', 'Sean O’Brien'])
  for (const text of ['please call priya back, natarajan says', 'Bitte Schneidewind anrufen'])
    expect(themeTerms(text, 'de').some((term) => names.has(term))).toBe(true)
  expect(names.has(':pensions')).toBe(false)
})

test('any text has at most 40 terms, each once, always the same', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'grapheme', maxLength: 400 }),
      fc.constantFrom('en', 'de', 'zh', 'xx', undefined),
      (text, language) => {
        const terms = themeTerms(text, language)
        expect(terms.length).toBeLessThanOrEqual(40)
        expect(new Set(terms).size).toBe(terms.length)
        expect(themeTerms(text, language)).toEqual(terms)
      },
    ),
  )
})
