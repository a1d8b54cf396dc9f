/** Lines that mention to go on elsewhere, some of which are edited, and those that one would count by hand. */
import type { Channel } from '@verbatim/contract/channels.ts'
import { dayMs, hourMs } from '@verbatim/contract/durations.ts'
import { ConversationId, GroupId, type MessageId } from '@verbatim/contract/ids.ts'
import type { OffChannelWay } from '@verbatim/contract/off-channel.ts'
import fc from 'fast-check'
import { isWithin } from '#access/scope.ts'
import type { AccessScope } from '#kernel/actor.ts'
import type { Direction } from '#kernel/captured-event.ts'
import { newId } from '#kernel/uuid.ts'
import { editsTo, shownOf } from './edits.ts'
import { dayFromTurn, fromTurn, type TurnedClock } from './turned-clocks.ts'

export const groups = Array.from({ length: 2 }, () => GroupId.parse(newId(new Date(0))))
export const channels: readonly Channel[] = ['sms', 'telegram']
const conversations = channels.map(() => ConversationId.parse(newId(new Date(0))))
export const queryAt = (clock: TurnedClock) => ({
  'date-from': dayFromTurn(clock, -5),
  'date-to': dayFromTurn(clock, 4),
})

/** Nothing is captured on Signal here, nor anywhere but on these two. */
const sayings = [
  ['Let’s move to Signal.', 'app'],
  ['Rufen Sie mich auf meiner privaten Nummer an.', 'private'],
  ['Envíelo a mi correo personal, por favor.', 'mail'],
  ['别在这里说。', 'unwritten'],
  ['Call me on my private number. Or text me on Signal.', 'private'],
  ['> Let’s move to Signal.', undefined],
  ['Thank you!', undefined],
] as const
type Saying = (typeof sayings)[number]

export const line = fc.record({
  // Around midnight in each zone, also on the day on which clocks are turned.
  afterTurn: fc
    .tuple(fc.integer({ min: -18, max: 4 }), fc.constantFrom(-3, -2, -1, 0, 9, 21, 22, 23))
    .map(([days, hours]) => days * dayMs + hours * hourMs),
  saying: fc.constantFrom<Saying>(...sayings),
  edits: editsTo<Saying>(sayings),
  direction: fc.constantFrom<Direction>('outbound', 'inbound', 'internal'),
  channel: fc.constantFrom(...channels),
  group_ids: fc.subarray(groups),
  flags: fc.constantFrom<string[]>([], [], [], ['autoReply'], ['forwarded']),
  isDeleted: fc.constantFrom(false, false, true),
  /** It arrives after all others. */
  isLate: fc.constantFrom(false, false, true),
})
type Given = typeof line extends fc.Arbitrary<infer T> ? T : never

export interface Line extends Omit<Given, 'saying'> {
  readonly id: MessageId
  readonly at: Date
  readonly sent: string
  /** What it shows, and how that mentions another place. */
  readonly body: string
  readonly way: OffChannelWay | undefined
  readonly conversation_id: ConversationId
  readonly deleted_at: Date | null
}

export function lineOf({ saying, ...one }: Given, clock: TurnedClock): Line {
  const at = fromTurn(clock, one.afterTurn)
  const [body, way] = shownOf<Saying>(at, saying, one.edits).saying
  return {
    ...one,
    id: newId<MessageId>(at),
    at,
    sent: saying[0],
    body,
    way,
    conversation_id: conversations[channels.indexOf(one.channel)] as ConversationId,
    deleted_at: one.isDeleted ? at : null,
  }
}

/** On the day when they were sent, whenever they were edited. A deleted message was said. */
export const mentionsByHand = (lines: readonly Line[], reader: AccessScope): Line[] =>
  lines.filter(
    ({ way, flags, channel, group_ids: groupIds }) =>
      way !== undefined && flags.length === 0 && isWithin(reader, { channel, groupIds }),
  )
