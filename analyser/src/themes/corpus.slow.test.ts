/** Themes on real messages with known reasons, if these are next to the repository, and on translations of our own. */
import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { sharedFile } from '@verbatim/reference/shared-data.ts'
import { describe, expect, test } from 'vitest'
import { themeLanguages } from './concepts.ts'
import { groupByLsa } from '#testing/measures/lsa.ts'
import { agreementOf } from '#testing/measures/scores.ts'
import { revisit, type Revision, type ThemeShape, themeTerms } from './themes.ts'

const file = sharedFile('data/themes/themes.jsonl.gz')
const where = file ? '' : ' (skipped: ../shared/data is not there)'

interface Row {
  readonly id: string
  readonly text: string
  readonly theme: string
}

const rows: Row[] = file
  ? gunzipSync(readFileSync(file))
      .toString('utf8')
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as Row)
  : []

const toText = ({ id, text }: Row, former?: string) => ({
  key: id,
  terms: themeTerms(text, 'en'),
  sample: text,
  ...(former !== undefined && { former }),
})

const find = (texts: Parameters<typeof revisit>[0]['texts'], themes: readonly ThemeShape[] = []): Revision =>
  revisit({ texts, themes, newId: () => crypto.randomUUID() })

describe.skipIf(!file)(`2,629 complaints with nine known reasons${where}`, () => {
  test(
    'the themes agree with them a quarter better than k-means on a latent space with a given number of groups',
    { tags: ['whole'] },
    () => {
      const { placed } = find(rows.map((row) => toText(row)))
      const have = rows.map((_, at) => at).filter((at) => (placed.themes[at] ?? -1) >= 0)
      const reasons = rows.map(({ theme }) => theme)
      const all = agreementOf(reasons, [...placed.themes])
      const ours = agreementOf(
        have.map((at) => reasons[at] ?? ''),
        have.map((at) => placed.themes[at] ?? -1),
      )
      const groups = groupByLsa(
        rows.map(({ text }) => text),
        9,
        1,
      )
      const theirs = agreementOf(reasons, groups)
      const theirsOnOurs = agreementOf(
        have.map((at) => reasons[at] ?? ''),
        have.map((at) => groups[at] ?? -1),
      )
      expect(have.length / rows.length).toBeGreaterThan(0.7)
      expect(ours.purity / theirs.purity).toBeGreaterThan(1.25)
      expect(ours.vMeasure / theirs.vMeasure).toBeGreaterThan(1.25)
      expect(ours.vMeasure / theirsOnOurs.vMeasure).toBeGreaterThan(1.25)
      // Those without a theme counted as one group more.
      expect(all.vMeasure / theirs.vMeasure).toBeGreaterThan(1.2)
    },
  )

  test('for eight of nine reasons, the theme with most of its complaints is named after it', () => {
    const { themes, placed } = find(rows.map((row) => toText(row)))
    const right = [...calledBy].filter(([reason, names]) => {
      const counts = themes.map(
        (_, at) => rows.filter((row, i) => row.theme === reason && placed.themes[i] === at).length,
      )
      return names.test(themes[counts.indexOf(Math.max(...counts))]?.name ?? '')
    })
    expect(right.length).toBeGreaterThanOrEqual(8)
  })

  test(
    'when the texts grow by a tenth 20 times, 95 in 100 texts keep their theme',
    { tags: ['whole'] },
    () => {
      // An order that has nothing to do with the reasons.
      const order = rows.toSorted((a, b) => (a.id.slice(-6) < b.id.slice(-6) ? -1 : 1))
      let kept = 0
      let known = 0
      let before: { themes: readonly ThemeShape[]; ids: Map<string, string> } = { themes: [], ids: new Map() }
      for (let step = 20; step >= 0; step--) {
        const texts = order.slice(0, Math.round(order.length / 1.1 ** step))
        const { themes, placed } = find(
          texts.map((row) => toText(row, before.ids.get(row.id))),
          before.themes,
        )
        const ids = new Map(placed.keys.map((key, at) => [key, themes[placed.themes[at] ?? -1]?.id ?? '']))
        for (const [key, id] of before.ids) {
          if (id === '') continue
          known++
          if (ids.get(key) === id) kept++
        }
        before = { themes, ids }
      }
      expect(known).toBeGreaterThan(5000)
      expect(kept / known).toBeGreaterThan(0.95)
    },
  )
})

/** The names that tell a person where a reason's messages stand. */
const calledBy = new Map([
  ['Cancelled Flight', /cancel/i],
  ['Late Flight', /delay/i],
  ['Bad Flight', /seat|comfort/i],
  ['Flight Booking Problems', /booking/i],
  ['Customer Service Issue', /customer service/i],
  ['Lost Luggage', /luggage/i],
  ['Damaged Luggage', /luggage/i],
  ['Flight Attendant Complaints', /staff/i],
  ['longlines', /queue/i],
])

test.each([true, false])('translations have the same themes, with the language known: %s', (isKnown) => {
  const texts = readFileSync(new URL('../testing/measures/translations.txt', import.meta.url), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !/^[#=]/.test(line))
    .flatMap((line, at) =>
      line.split(' | ').map((sample, column) => {
        const language = themeLanguages[column] ?? ''
        return {
          key: `${language}/${at}`,
          language,
          sample,
          terms: themeTerms(sample, isKnown ? language : undefined),
        }
      }),
    )
  const { themes, placed } = find(texts)
  expect(themes.length).toBeGreaterThanOrEqual(8)
  for (const [at, { name }] of themes.entries()) {
    const shares = themeLanguages.map((language) => {
      const own = texts.flatMap((text, i) => (text.language === language ? [placed.themes[i]] : []))
      return own.filter((theme) => theme === at).length / own.length
    })
    expect(Math.max(...shares) - Math.min(...shares), name).toBeLessThanOrEqual(0.1)
  }
})
