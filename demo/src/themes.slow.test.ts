/** The five subjects that the year was written about, found again in its messages. */
import { openLanguages } from '@verbatim/analyser/language.ts'
import { revisit, type Revision, themeTerms } from '@verbatim/analyser/themes/themes.ts'
import { standingOut } from '@verbatim/server/domains/metrics/standing-out.ts'
import { beforeAll, expect, test } from 'vitest'
import { dayMs } from '@verbatim/contract/durations.ts'
import { demoOrganization } from './demo-organization.ts'
import { subjectNames as names } from '#testing/subject-names.ts'
import { type SubjectKey, subjects } from './subjects.ts'

const now = new Date('2026-11-20T15:30:00Z')

interface Episode {
  readonly key: string
  readonly terms: string[]
  readonly subjects: SubjectKey[]
  readonly sample: string
  last: number
}

let episodes: readonly Episode[]
let found: Revision

beforeAll(async () => {
  const demo = demoOrganization('halden', now)
  const languageOf = await openLanguages()
  const subjectOf = new Map(
    demo.threads.flatMap(({ subject, messageKeys }) => messageKeys.map((key) => [key, subject] as const)),
  )
  const messages = [...demo.deliveries]
    .map(({ event }) => event)
    .filter((event) => event.kind === 'message')
    .toSorted((a, b) => (a.sentAt?.getTime() ?? 0) - (b.sentAt?.getTime() ?? 0))
  const open = new Map<string, Episode>()
  const all: Episode[] = []
  for (const { conversationKey, messageKey, sentAt, body } of messages) {
    const at = sentAt?.getTime() ?? 0
    const text = body ?? ''
    const former = open.get(conversationKey)
    const goesOn = former !== undefined && at - former.last <= dayMs
    const episode = goesOn ? former : { key: messageKey, terms: [], subjects: [], sample: text, last: at }
    if (!goesOn) all.push(episode)
    open.set(conversationKey, episode)
    episode.last = at
    episode.terms.push(...themeTerms(text, languageOf(text)))
    const subject = subjectOf.get(messageKey)
    if (subject) episode.subjects.push(subject)
  }
  let ids = 0
  episodes = all
  found = revisit({ texts: all, themes: [], newId: () => String(++ids) })
}, 60_000)

test('are the first five themes of the year, ordered by how much they stand out', () => {
  const weeks = 52
  const all = Array.from({ length: weeks }, () => 0)
  const byTheme = found.themes.map(() => Array.from({ length: weeks }, () => 0))
  episodes.forEach(({ last }, at) => {
    const week = weeks - 1 - Math.floor((now.getTime() - last) / (7 * dayMs))
    if (week < 0) return
    all[week]! += 1
    const series = byTheme[found.placed.themes[at] ?? -1]
    if (series) series[week]! += 1
  })
  // A week is one day here, and six without a message.
  const spread = (counts: readonly number[]) => counts.flatMap((count) => [count, 0, 0, 0, 0, 0, 0])
  const first = found.themes
    .map(({ name }, at) => ({ name, beyond: standingOut(spread(byTheme[at] ?? []), spread(all)) }))
    .toSorted((a, b) => b.beyond - a.beyond)
    .slice(0, subjects.length)
  expect(first.map(({ name }) => name).toSorted()).toEqual(Object.values(names).toSorted())
})

test.for(subjects)(
  'is among the ten largest themes, under a name a person would give it: $key',
  ({ key }) => {
    const largest = found.themes.toSorted((a, b) => b.messages - a.messages).slice(0, 10)
    expect(largest.map(({ name }) => name)).toContain(names[key])
  },
)

test.for(subjects)('has most of its episodes in that theme: $key', ({ key }) => {
  const own = episodes.flatMap((episode, at) => {
    const theme = found.themes[found.placed.themes[at] ?? -1]
    return theme && episode.subjects.includes(key) ? [theme.name] : []
  })
  expect(own.length).toBeGreaterThan(30)
  expect(own.filter((name) => name === names[key]).length / own.length).toBeGreaterThan(0.5)
})
