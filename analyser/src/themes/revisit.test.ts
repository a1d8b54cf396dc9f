import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { placer, revisit, type RevisitInput, type Revision, type ThemeShape, themeTerms } from './themes.ts'

const sentences = {
  fees: 'The fee letter says the management charge goes up',
  pensions: 'My old pension could move, what is the transfer value',
  luggage: 'My suitcase is missing since the airport',
  taxes: 'The tax return needs the withholding',
  weather: 'The snow and the rain go on',
}
type SubjectName = keyof typeof sentences

/** So many texts of each subject, each with a word of its own. */
function textsOf(counts: Partial<Record<SubjectName, number>>) {
  return Object.entries(counts).flatMap(([subject, count]) =>
    Array.from({ length: count }, (_, at) => {
      const own = `zq${Array.from(String(at), (digit) => 'abcdefghij'[Number(digit)]).join('')}${subject}`
      const text = `${sentences[subject as SubjectName]} ${own}`
      return { key: `${subject}/${at}`, terms: themeTerms(text, 'en'), sample: text }
    }),
  )
}

const four = { fees: 40, pensions: 40, taxes: 40, weather: 40 }

function counter(): () => string {
  let last = 0
  return () => `theme-${++last}`
}

const find = (input: Partial<RevisitInput> & Pick<RevisitInput, 'texts'>): Revision =>
  revisit({ themes: [], newId: counter(), ...input })

const named = ({ themes }: Revision) => themes.map(({ name }) => name).toSorted()

function themeOf({ placed, themes }: Revision, key: string): ThemeShape | undefined {
  return themes[placed.themes[placed.keys.indexOf(key)] ?? -1]
}

describe('themes are found', () => {
  test('one for each subject, named after its concept, with the reason why it is new', () => {
    const found = find({ texts: textsOf(four) })
    expect(named(found)).toEqual(['Fees and prices', 'Pensions', 'Taxes', 'Weather'])
    expect(found.changes.map(({ kind }) => kind)).toEqual(['new', 'new', 'new', 'new'])
    expect(found.changes.map(({ reason }) => reason).join()).toContain('Fees and prices')
    expect(themeOf(found, 'fees/3')?.name).toBe('Fees and prices')
    expect(found.themes.every(({ messages, isShown }) => messages === 40 && isShown)).toBe(true)
  })

  test('names are in the language asked for', () => {
    const found = find({ texts: textsOf(four), language: 'de' })
    expect(named(found)).toEqual(['Gebühren und Preise', 'Renten', 'Steuern', 'Wetter'])
  })

  test('a theme is described in words that its readers can read', () => {
    const texts = textsOf(four).map((text) => ({ ...text, terms: ['季度', ...text.terms] }))
    const wordsOf = (language: string) =>
      find({ texts, language })
        .changes.map(({ reason }) => reason)
        .join()
    expect(wordsOf('zh')).toContain('季度')
    expect(wordsOf('en')).not.toMatch(/\p{Script=Han}/u)
  })

  test('without texts there is no theme', () => {
    expect(find({ texts: [] })).toMatchObject({
      themes: [],
      changes: [],
      dictionary: { texts: 0, terms: {} },
    })
  })

  test('a text without known words has no theme', () => {
    const texts = [...textsOf(four), { key: 'empty', terms: [] }, { key: 'odd', terms: ['zzz'] }]
    const found = find({ texts })
    expect(themeOf(found, 'empty')).toBeUndefined()
    expect(themeOf(found, 'odd')).toBeUndefined()
  })

  test('one text sent to many is not shown as a theme', () => {
    const texts = [
      ...textsOf(four),
      ...Array.from({ length: 40 }, (_, at) => ({ key: `spam/${at}`, terms: [':crypto', 'winner'] })),
    ]
    const crypto = find({ texts }).themes.find(({ name }) => name === 'Crypto')
    expect(crypto).toMatchObject({ messages: 40, isShown: false })
  })
})

describe('themes stay', () => {
  const before = find({ texts: textsOf(four) })
  const withFormers = (texts: ReturnType<typeof textsOf>) =>
    texts.map((text) => {
      const former = themeOf(before, text.key)?.id
      return { ...text, ...(former !== undefined && { former }) }
    })

  test('a new subject adds a theme, and the others keep their ids', () => {
    const texts = [...withFormers(textsOf(four)), ...textsOf({ luggage: 40 })]
    const after = find({ texts, themes: before.themes, dictionary: before.dictionary, newId: () => 'later' })
    expect(after.themes.map(({ id }) => id)).toEqual([...before.themes.map(({ id }) => id), 'later'])
    expect(after.changes).toMatchObject([{ kind: 'new', themeId: 'later' }])
    for (const key of before.placed.keys) expect(themeOf(after, key)?.id).toBe(themeOf(before, key)?.id)
  })

  test('a theme without texts is retired, unless a person pinned it', () => {
    const [gone] = before.themes.filter(({ name }) => name === 'Fees and prices')
    const texts = textsOf({ ...four, fees: 0, luggage: 40 })
    const after = find({ texts, themes: before.themes, newId: () => 'later' })
    expect(after.changes).toContainEqual({ kind: 'retired', themeId: gone?.id, reason: 'Fees and prices' })
    const pinned = before.themes.map((theme) => ({ ...theme, isPinned: true }))
    const kept = find({ texts, themes: pinned, newId: () => 'later' })
    expect(kept.themes.find(({ id }) => id === gone?.id)).toMatchObject({
      messages: 0,
      isShown: false,
      terms: gone?.terms,
    })
  })

  test('a name that a person gave stays, and no other theme takes it', () => {
    const themes = before.themes.map((theme) =>
      theme.name === 'Fees and prices' ? { ...theme, name: 'Luggage', isPinned: true } : theme,
    )
    const texts = [...withFormers(textsOf(four)), ...textsOf({ luggage: 40 })]
    const after = find({ texts, themes, newId: () => 'later' })
    expect(themeOf(after, 'fees/1')?.name).toBe('Luggage')
    expect(themeOf(after, 'luggage/1')?.name).toMatch(/^Luggage: ./)
  })

  test('themes that became similar are merged into the larger one, which keeps its id', () => {
    const [one, ...others] = before.themes
    if (!one) throw new Error('four themes were found')
    const twin = { ...one, id: 'twin', name: 'Twin', messages: 1 }
    const after = find({
      texts: withFormers(textsOf(four)),
      themes: [twin, one, ...others],
    })
    expect(after.changes).toContainEqual({
      kind: 'merged',
      themeId: 'twin',
      otherId: one.id,
      reason: `Twin, ${one.name}`,
    })
    expect(after.themes.map(({ id }) => id)).toEqual(before.themes.map(({ id }) => id))
  })
})

test('a text stays with the theme it had unless another is clearly nearer', () => {
  const dictionary = { texts: 100, terms: { piano: 10, ladder: 10 } }
  const theme = (id: string, piano: number, ladder: number): ThemeShape => {
    const terms = [['piano', piano] as const, ['ladder', ladder] as const]
    return { id, name: id, messages: 1, isShown: true, terms }
  }
  const place = placer(dictionary, [theme('a', 0.8, 0.6), theme('b', 0.75, 0.66), theme('c', 0.1, 0.99)])
  expect(place(['piano'])?.themeId).toBe('a')
  expect(place(['piano'], 'b')?.themeId).toBe('b')
  expect(place(['piano'], 'c')?.themeId).toBe('a')
  expect(place(['piano'], 'gone')?.themeId).toBe('a')
})

describe('laws', () => {
  const words = [
    ':fees',
    ':pensions',
    ':luggage',
    ':property',
    'window',
    'garden',
    'sofa',
    'piano',
    'yellow',
    'tomato',
  ]
  const corpora = fc.array(fc.uniqueArray(fc.constantFrom(...words), { maxLength: 5 }), { maxLength: 120 })
  const toTexts = (corpus: string[][]) => corpus.map((terms, at) => ({ key: String(at), terms }))

  test('the same input gives the same answer', () => {
    fc.assert(
      fc.property(corpora, (corpus) => {
        expect(find({ texts: toTexts(corpus) })).toEqual(find({ texts: toTexts(corpus) }))
      }),
    )
  })

  test('every text is placed where the placer puts it, in a theme that exists', () => {
    fc.assert(
      fc.property(corpora, (corpus) => {
        const found = find({ texts: toTexts(corpus) })
        const place = placer(found.dictionary, found.themes)
        for (const [at, terms] of corpus.entries())
          expect(themeOf(found, String(at))?.id).toBe(place(terms)?.themeId)
      }),
    )
  })

  test('counts are those of the texts, names and ids are unique, and no id comes back', () => {
    fc.assert(
      fc.property(corpora, corpora, corpora, (...steps) => {
        const newId = counter()
        const used = new Set<string>()
        let last: Revision | undefined
        for (const corpus of steps) {
          const known = new Set(last?.themes.map(({ id }) => id))
          const next = find({ texts: toTexts(corpus), themes: last?.themes ?? [], newId })
          const ids = next.themes.map(({ id }) => id)
          expect(new Set(ids).size).toBe(ids.length)
          expect(new Set(named(next)).size).toBe(ids.length)
          for (const id of ids) if (!known.has(id)) expect(used).not.toContain(id)
          for (const id of ids) used.add(id)
          const counts = next.themes.map(
            (_, at) => next.placed.themes.filter((placed) => placed === at).length,
          )
          expect(next.themes.map(({ messages }) => messages)).toEqual(counts)
          last = next
        }
      }),
    )
  })

  test('the same texts again change nothing', () => {
    fc.assert(
      fc.property(corpora, (corpus) => {
        const first = find({ texts: toTexts(corpus) })
        const texts = toTexts(corpus).map((text) => ({ ...text, former: themeOf(first, text.key)?.id }))
        const second = find({
          texts: texts.map(({ former, ...text }) => ({ ...text, ...(former !== undefined && { former }) })),
          themes: first.themes,
          dictionary: first.dictionary,
          newId: () => 'later',
        })
        for (const { key, former } of texts)
          if (former !== undefined) expect(themeOf(second, key)?.id).toBe(former)
      }),
    )
  })
})
