import type { CapturedEvent, CapturedMessage } from '@verbatim/server/kernel/captured-event.ts'
import type { Conversation, Voice } from './conversation.ts'
import type { DemoDelivery } from './organization.ts'
import type { Random } from './random.ts'
import type { Scene } from './scene.ts'

/** One performance of a scene: its conversation, its start, and the end of the record. */
export interface Playing {
  readonly scene: Scene
  readonly conversation: Conversation
  readonly start: number
  readonly now: number
  readonly random: Random
  /** Whether this matter directly follows another one. */
  readonly follows: boolean
  /** Whether words of thanks may end it. */
  readonly ends: boolean
  /** The values of slots that earlier scenes of the same thread chose. */
  readonly chosen?: Map<string, string>
}

/** The state of a scene while it is played: its progress, and the events delivered so far. */
export interface Stage extends Playing {
  readonly slots: (name: string) => string
  readonly deliveries: DemoDelivery[]
  readonly offset: number
  readonly subject: string | undefined
  clock: number
  last: CapturedMessage | undefined
  lastVoice: Voice | undefined
  messages: number
}

export function deliver(stage: Stage, event: CapturedEvent, lagMs = 400 + stage.random.int(2600)): void {
  const { accountKey } = stage.conversation
  stage.deliveries.push({ accountKey, event, receivedAt: new Date(Math.round(stage.clock) + lagMs) })
}
