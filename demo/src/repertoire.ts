/** Chooses scenes by season: the year has seasons, and so do conversations. */
import { isMarketDrop, isQuarterEnd } from './calendar.ts'
import { type Deck, type Setting, makeDeck, settingOf } from './deck.ts'
import type { Random } from './random.ts'
import type { Language, Scene } from './scene.ts'
import { seasonOf, subjects } from './subjects.ts'

const weights: Record<string, number> = {
  review: 8,
  transfer: 9,
  fees: 5,
  documents: 8,
  statements: 5,
  tax: 4,
  scheduling: 9,
  market: 9,
  portal: 5,
  life: 7,
  education: 2.5,
  charity: 1.3,
  lending: 1.3,
  orders: 8,
  complaint: 4.5,
  compliment: 4.5,
  'small talk': 5,
  pension: 4,
  planning: 4,
  events: 1.5,
  team: 1,
  family: 1,
  joint: 1,
}

/** How much a team talks about the subject of the season. */
const subjectWeight = 0.5

export interface Repertoire {
  /** A scene for the season of `time`, or undefined if the language has none for the setting. */
  choose(setting: Setting, language: Language, time: number, recent: readonly string[]): Scene | undefined
  /** A scene of `topic`. */
  chooseTopic(
    setting: Setting,
    language: Language,
    topic: string,
    recent: readonly string[],
  ): Scene | undefined
}

export function makeRepertoire(scenes: readonly Scene[], now: Date, random: Random): Repertoire {
  const shelves = new Map<string, Map<string, Scene[]>>()
  for (const scene of scenes.filter(isForAnyTime)) {
    const name = `${settingOf(scene)}/${scene.language}`
    const shelf = shelves.get(name) ?? new Map<string, Scene[]>()
    shelf.set(scene.topic, [...(shelf.get(scene.topic) ?? []), scene])
    shelves.set(name, shelf)
  }
  const decks = new Map<string, Map<string, Deck>>()
  for (const [name, shelf] of shelves) {
    const dealt = [...shelf].map(
      ([topic, pile]) => [topic, makeDeck(pile, random.fork(`${name}/${topic}`))] as const,
    )
    decks.set(name, new Map(dealt))
  }
  return {
    chooseTopic: (setting, language, topic, recent) =>
      decks.get(`${setting}/${language}`)?.get(topic)?.deal(recent),
    choose(setting, language, time, recent) {
      const offered = [...(decks.get(`${setting}/${language}`) ?? [])]
        .map(([topic, deck]) => [deck, weightAt(topic, deck.size, time, now)] as const)
        .filter(([, weight]) => weight > 0)
      return offered.length === 0 ? undefined : random.weighted(offered).deal(recent)
    },
  }
}

/** Clients raise subjects in threads, whose scenes have an order; colleagues mention them in passing. */
function isForAnyTime({ topic, speakers }: Scene): boolean {
  return !speakers.has('c') || !subjects.some(({ key }) => key === topic)
}

/** A topic with few scenes is chosen less often, so that they do not repeat too often. */
function weightAt(topic: string, size: number, time: number, now: Date): number {
  if (topic === 'drop') return isMarketDrop(time, now) ? 60 : 0
  const subject = subjects.find(({ key }) => key === topic)
  if (subject) return subjectWeight * seasonOf(subject, time, now)
  const month = new Date(time).getUTCMonth()
  let weight = (weights[topic] ?? 0) * Math.min(1, size / 4)
  if (isQuarterEnd(time) && ['review', 'statements', 'fees', 'orders'].includes(topic)) weight *= 1.8
  if (topic === 'tax' && month < 4) weight *= 3
  if (topic === 'charity' && month === 11) weight *= 3
  return weight
}
