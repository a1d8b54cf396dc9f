/** The scenes of the subjects: how a thread starts, and how it may continue. */
import { makeDeck, type Deck, type Setting, settingOf } from './deck.ts'
import type { Random } from './random.ts'
import type { Language, Scene } from './scene.ts'
import { type Subject, subjects } from './subjects.ts'

export interface Storylines {
  /** The first scene of a thread, or undefined if the language has none for the setting. */
  begin(subject: Subject, setting: Setting, language: Language): Scene | undefined
  /** One of the scenes that continue `scene`, or undefined after an outcome. */
  continue(scene: Scene): Scene | undefined
}

export function makeStorylines(scenes: readonly Scene[], random: Random): Storylines {
  const topics = new Set<string>(subjects.map(({ key }) => key))
  const beginnings = new Map<string, Scene[]>()
  const continuations = new Map<string, Scene[]>()
  for (const scene of scenes.filter(({ topic }) => topics.has(topic))) {
    const name = `${scene.topic}/${settingOf(scene)}/${scene.language}`
    if (scene.after.length === 0) add(beginnings, name, scene)
    for (const key of scene.after) add(continuations, key, scene)
  }
  const begun = dealt(beginnings, random)
  const continued = dealt(continuations, random)
  return {
    begin: ({ key }, setting, language) => begun.get(`${key}/${setting}/${language}`)?.deal([]),
    continue: ({ key }) => continued.get(key)?.deal([]),
  }
}

function add(piles: Map<string, Scene[]>, name: string, scene: Scene): void {
  piles.set(name, [...(piles.get(name) ?? []), scene])
}

function dealt(piles: ReadonlyMap<string, readonly Scene[]>, random: Random): Map<string, Deck> {
  return new Map([...piles].map(([name, pile]) => [name, makeDeck(pile, random.fork(name))]))
}
