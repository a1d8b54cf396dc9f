/** The state of the year while it is played: who may take part, and what was said and found so far. */
import type { Cast } from './casting.ts'
import { play } from './dialogue.ts'
import { type DemoContact, type DemoDelivery, type DemoPolicy, findingKey } from './organization.ts'
import type { Random } from './random.ts'
import type { Repertoire } from './repertoire.ts'
import type { Nature, Scene } from './scene.ts'
import type { Playing } from './stage.ts'

export interface YearOptions {
  readonly cast: Cast
  readonly scenes: readonly Scene[]
  readonly policies: readonly DemoPolicy[]
  readonly now: Date
  readonly random: Random
}

export interface Year extends YearOptions {
  readonly repertoire: Repertoire
  readonly popularity: readonly (readonly [DemoContact, number])[]
  /** When new clients of the year arrived. */
  readonly since: ReadonlyMap<string, number>
  readonly greeted: Map<string, number>
  readonly deliveries: DemoDelivery[]
  readonly findings: Map<string, Nature>
}

/** Plays a scene into the year. Returns the keys of its messages. */
export function playInto(year: Year, playing: Omit<Playing, 'now' | 'random'>): string[] {
  const { scene, conversation } = playing
  conversation.played.push(scene.key)
  if (conversation.played.length > 16) conversation.played.shift()
  const said: string[] = []
  for (const delivery of play({ ...playing, now: year.now.getTime(), random: year.random })) {
    year.deliveries.push(delivery)
    if (delivery.event.kind !== 'message') continue
    said.push(delivery.event.messageKey)
    for (const { policy, nature } of scene.hits) {
      year.findings.set(findingKey(policy, delivery.event.messageKey), nature)
    }
  }
  return said
}
