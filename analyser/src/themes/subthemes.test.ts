import { roundsOf } from '@verbatim/reference/share.ts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Names, placer, revisit, type RevisitInput, type Revision, themeTerms } from './themes.ts'

const places = { fund: 'The fund', bond: 'My bonds', dividend: 'The dividend', other: 'My portfolio' }
type Part = keyof typeof places

const wordOf = (at: number) => `zq${Array.from(String(at), (digit) => 'abcdefghij'[Number(digit)]).join('')}`
const text = (key: string, sample: string, language = 'en') => ({
  key,
  terms: themeTerms(sample, language),
  sample,
  language,
})

/** So many texts about investments of each kind, each with a word of its own, and as many about the weather and about taxes. */
function textsOf(counts: Partial<Record<Part, number>>, more: readonly ReturnType<typeof text>[] = []) {
  const said = Object.entries(counts).flatMap(([part, count]) =>
    Array.from({ length: count }, (_, at) =>
      text(`${part}/${at}`, `${places[part as Part]} and ${wordOf(at)}${part}`),
    ),
  )
  const others = ['Snow and rain', 'The tax return'].flatMap((other) =>
    said.map((_, at) => text(`${other}/${at}`, `${other} and ${wordOf(at)}${other.slice(0, 3)}`)),
  )
  return [...said, ...others, ...more]
}

const some = { fund: 30, bond: 30, dividend: 30, other: 10 }

function counter(prefix: string): () => string {
  let last = 0
  return () => `${prefix}-${++last}`
}

const find = (input: Partial<RevisitInput> & Pick<RevisitInput, 'texts'>): Revision =>
  revisit({ themes: [], newId: counter('first'), language: 'en', ...input })

const investments = ({ themes }: Revision) => themes.find(({ name }) => name === 'Investments')
const named = (found: Revision) =>
  investments(found)
    ?.subthemes?.map(({ name }) => name)
    .toSorted()

describe('the messages of a theme fall into sub-themes', () => {
  test('by the words that people write, in their form, where the theme joins several words', () => {
    expect(named(find({ texts: textsOf(some) }))).toEqual(['Bonds', 'Dividend', 'Fund', 'Portfolio'])
  })

  test('a theme whose messages all say the same has no sub-themes', () => {
    const found = find({ texts: textsOf({ fund: 60 }) })
    expect(investments(found)?.subthemes).toEqual([])
  })

  test('a subject of too few messages is in no sub-theme', () => {
    const texts = textsOf({ ...some, other: 3 })
    const found = find({ texts })
    expect(named(found)).toEqual(['Bonds', 'Dividend', 'Fund'])
    const place = placer(found.dictionary, found.themes)
    expect(place(themeTerms('My portfolio', 'en'))).toEqual({
      themeId: investments(found)?.id,
      score: expect.any(Number),
    })
  })

  test('a word that only translates the theme makes no sub-theme', () => {
    const german = Array.from({ length: 30 }, (_, at) =>
      text(`de/${at}`, `Meine Aktien, ${wordOf(at)}`, 'de'),
    )
    expect(named(find({ texts: textsOf(some, german) }))).toEqual(['Bonds', 'Dividend', 'Fund', 'Portfolio'])
  })

  test('a subject in six languages is one sub-theme', () => {
    const both = [
      ['en', 'The pension and the fee'],
      ['de', 'Die Rente und die Gebühr'],
      ['fr', 'La retraite et les frais'],
      ['es', 'La jubilación y la comisión'],
      ['pt', 'A aposentadoria e a taxa'],
      ['zh', '养老金的手续费'],
    ] as const
    const alone = [
      ['en', 'The pension'],
      ['de', 'Die Rente'],
      ['fr', 'La retraite'],
      ['es', 'La jubilación'],
      ['pt', 'A aposentadoria'],
      ['zh', '养老金'],
    ] as const
    const texts = [
      ...both.flatMap(([language, sample]) =>
        Array.from({ length: 6 }, (_, at) => text(`${language}/both/${at}`, sample, language)),
      ),
      ...alone.flatMap(([language, sample]) =>
        Array.from({ length: 12 }, (_, at) => text(`${language}/${at}`, sample, language)),
      ),
      ...textsOf({ fund: 60 }),
    ]
    const found = find({ texts })
    const pensions = found.themes.find(({ name }) => name === 'Pensions')
    expect(pensions?.subthemes?.map(({ name, messages }) => [name, messages])).toContainEqual([
      'Fees and prices',
      36,
    ])
    expect(pensions?.words?.map(({ language }) => language).toSorted()).toEqual([
      'de',
      'en',
      'es',
      'fr',
      'pt',
      'zh',
    ])
    expect(pensions?.words?.find(({ language }) => language === 'de')?.words).toEqual(['rente', 'gebühr'])
  })
})

describe('sub-themes stay', () => {
  const before = find({ texts: textsOf(some) })
  const place = placer(before.dictionary, before.themes)
  const withFormers = (texts: ReturnType<typeof textsOf>) =>
    texts.map((one) => {
      const former = place(one.terms)
      return {
        ...one,
        ...(former && { former: former.themeId }),
        ...(former?.subthemeId !== undefined && { formerSubtheme: former.subthemeId }),
      }
    })
  const idsOf = (found: Revision) => investments(found)?.subthemes?.map(({ id }) => id)

  test('a new sub-theme is added, and the others keep their ids', () => {
    const equity = Array.from({ length: 30 }, (_, at) => text(`equity/${at}`, `Equity, ${wordOf(at)}equity`))
    const texts = [...withFormers(textsOf(some)), ...equity]
    const after = find({ texts, themes: before.themes, newId: counter('later') })
    expect(idsOf(after)).toEqual([...(idsOf(before) ?? []), 'later-1'])
    expect(investments(after)?.subthemes?.at(-1)?.name).toBe('Equity')
  })

  test('sub-themes of a merged theme become those of the other theme', () => {
    const [theme] = before.themes.filter(({ name }) => name === 'Investments')
    if (!theme) throw new Error('there are investments')
    const subthemes = theme.subthemes?.slice(0, 2) ?? []
    const twin = { ...theme, id: 'twin', messages: 1, subthemes: theme.subthemes?.slice(2) ?? [] }
    const after = find({
      texts: withFormers(textsOf(some)),
      themes: [twin, ...before.themes.map((one) => (one === theme ? { ...one, subthemes } : one))],
      newId: counter('later'),
    })
    expect(idsOf(after)?.toSorted()).toEqual(idsOf(before)?.toSorted())
  })

  test('one that became a theme of its own stays with its name and its words, however large or small its share is', () => {
    const own = { id: 'own', name: 'Our funds', terms: [], messages: 0, isShown: true, isPinned: true }
    const themes = [
      ...before.themes.map((theme) => ({
        ...theme,
        subthemes: (theme.subthemes ?? []).map((one) => ({
          ...one,
          ...(one.name === 'Fund' && { name: 'Money', isPinned: true }),
        })),
      })),
      own,
    ]
    for (const counts of [some, { fund: 40 }, { fund: 3, bond: 60, dividend: 60 }]) {
      const after = find({ texts: withFormers(textsOf(counts)), themes, newId: counter('later') })
      expect(named(after)).toContain('Money')
      expect(after.themes.find(({ id }) => id === 'own')).toMatchObject({ name: 'Our funds', isShown: true })
      const { id = '' } = investments(after) ?? {}
      const fund = after.themes.flatMap(({ subthemes = [] }) => subthemes).find(({ isPinned }) => isPinned)
      const place = placer(after.dictionary, after.themes)
      expect(place(themeTerms('The fund again', 'en'))).toMatchObject({ themeId: id, subthemeId: fund?.id })
    }
    const after = find({ texts: withFormers(textsOf(some)), themes, newId: counter('later') })
    const fund = investments(after)?.subthemes?.find(({ name }) => name === 'Money')
    expect(fund?.words).toEqual([{ language: 'en', words: ['fund'] }])
    expect(investments(after)?.words?.[0]?.words).not.toContain('fund')
  })

  test('texts keep the id of their sub-theme while the texts grow', () => {
    const counts = fc.record({
      fund: fc.integer({ min: 20, max: 60 }),
      bond: fc.integer({ min: 20, max: 60 }),
      dividend: fc.integer({ min: 20, max: 60 }),
      other: fc.integer({ min: 0, max: 20 }),
    })
    fc.assert(
      fc.property(counts, fc.integer({ min: 1, max: 20 }), (first, more) => {
        const one = find({ texts: textsOf(first) })
        const placeFirst = placer(one.dictionary, one.themes)
        const texts = textsOf({ ...first, fund: first.fund + more, bond: first.bond + more }).map((each) => {
          const former = placeFirst(each.terms)
          return {
            ...each,
            ...(former && { former: former.themeId, formerSubtheme: former.subthemeId ?? '' }),
          }
        })
        const two = find({ texts, themes: one.themes, dictionary: one.dictionary, newId: counter('later') })
        const placeNext = placer(two.dictionary, two.themes)
        const moved = texts.filter(({ terms, former, formerSubtheme }) => {
          if (!formerSubtheme) return false
          return placeNext(terms, former, formerSubtheme)?.subthemeId !== formerSubtheme
        })
        expect(moved.length / texts.length).toBeLessThanOrEqual(0.05)
      }),
      { numRuns: roundsOf(15) },
    )
  })
})

test('people and firms in messages are recognized as names, even if some writers leave out capitals', () => {
  const names = new Names()
  for (const sample of [
    'We met Marlowe again',
    'and so did Marlowe',
    'then Marlowe paid',
    'we met in the garden',
  ])
    themeTerms(sample, 'en', names.note)
  const [marlowe = ''] = themeTerms('marlowe', 'en')
  expect(names.found()).toEqual(new Set([marlowe]))
})
