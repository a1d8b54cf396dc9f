/** Deals scenes like cards: each is played once before any is repeated, and never twice in a row in one conversation. */
import type { Random } from './random.ts'
import type { Scene } from './scene.ts'

export interface Deck {
  /** The next scene that is not among `recent`, if there is a choice. */
  deal(recent: readonly string[]): Scene
  readonly size: number
}

export function makeDeck(scenes: readonly Scene[], random: Random): Deck {
  let left: Scene[] = []
  return {
    size: scenes.length,
    deal(recent) {
      if (left.length === 0) left = random.shuffled(scenes)
      const fresh = left.findIndex(({ key }) => !recent.includes(key))
      const [scene] = left.splice(Math.max(fresh, 0), 1)
      if (!scene) throw new Error('A deck without scenes')
      return scene
    },
  }
}

/** The setting of a scene: its people, and the kind of channel. */
export type Setting = 'direct' | 'family' | 'joint' | 'team' | 'client-mail' | 'team-mail'

export function settingOf({ medium, speakers }: Scene): Setting {
  if (medium === 'mail') return speakers.has('c') ? 'client-mail' : 'team-mail'
  if (!speakers.has('c')) return 'team'
  if (speakers.has('p')) return 'family'
  return speakers.has('d') || speakers.has('e') ? 'joint' : 'direct'
}
