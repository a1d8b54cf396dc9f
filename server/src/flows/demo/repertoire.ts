/** Which scenes are likely when: the year has its seasons, and so have conversations. */
import { isMarketDrop, isQuarterEnd } from './calendar.ts'
import { type Deck, type Setting, makeDeck, settingOf } from './deck.ts'
import type { Random } from './random.ts'
import type { Language, Scene } from './scene.ts'

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
  'small talk': 8,
  pension: 4,
  planning: 4,
  events: 1.5,
  team: 1,
  family: 1,
  joint: 1,
}

export interface Repertoire {
  /** A scene for the season of `time`, or undefined where the language has none for the setting. */
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
  const piles = new Map<string, Scene[]>()
  for (const scene of scenes) {
    const name = pileName(settingOf(scene), scene.language, scene.topic)
    piles.set(name, [...(piles.get(name) ?? []), scene])
  }
  const decks = new Map<string, Deck>(
    [...piles].map(([name, pile]) => [name, makeDeck(pile, random.fork(name))]),
  )
  const chooseTopic: Repertoire['chooseTopic'] = (setting, language, topic, recent) =>
    decks.get(pileName(setting, language, topic))?.deal(recent)
  return {
    chooseTopic,
    choose(setting, language, time, recent) {
      const prefix = pileName(setting, language, '')
      const offered = [...decks]
        .filter(([name]) => name.startsWith(prefix))
        .map(([name, { size }]) => [name.slice(prefix.length), size] as const)
        .map(([topic, size]) => [topic, weightAt(topic, size, time, now)] as const)
        .filter(([, weight]) => weight > 0)
      if (offered.length === 0) return undefined
      return chooseTopic(setting, language, random.weighted(offered), recent)
    },
  }
}

function pileName(setting: Setting, language: Language, topic: string): string {
  return `${setting}/${language}/${topic}`
}

/** A topic with few scenes is chosen less, so that they do not wear out. */
function weightAt(topic: string, size: number, time: number, now: Date): number {
  if (topic === 'drop') return isMarketDrop(time, now) ? 60 : 0
  const month = new Date(time).getUTCMonth()
  let weight = (weights[topic] ?? 0) * Math.min(1, size / 4)
  if (isQuarterEnd(time) && ['review', 'statements', 'fees', 'orders'].includes(topic)) weight *= 1.8
  if (topic === 'tax' && month < 4) weight *= 3
  if (topic === 'charity' && month === 11) weight *= 3
  return weight
}
