/** Lines with promises by a day, and what one would count of them by hand. */
import type { BusinessHours } from '@verbatim/contract/business-hours.ts'
import { type Channel, channels } from '@verbatim/contract/channels.ts'
import { dayMs, hourMs } from '@verbatim/contract/durations.ts'
import { ConversationId, GroupId, type MessageId } from '@verbatim/contract/ids.ts'
import { startOfDay } from '@verbatim/contract/local-time.ts'
import fc from 'fast-check'
import { isWithin } from '#access/scope.ts'
import { dayAfter } from '#kernel/days.ts'
import type { AccessScope } from '#kernel/actor.ts'
import type { Direction } from '#kernel/captured-event.ts'
import { newId } from '#kernel/uuid.ts'
import { dayIn } from './day-in.ts'
import { editsTo, shownOf } from './edits.ts'
import { dayFromTurn, fromTurn, type TurnedClock } from './turned-clocks.ts'

/** Noon of the fourth day after clocks are turned. */
export const nowAt = (clock: TurnedClock) => fromTurn(clock, 4 * dayMs + 12 * hourMs)
export const groups = Array.from({ length: 2 }, () => GroupId.parse(newId(new Date(0))))
const conversations = Array.from({ length: 2 }, () => ConversationId.parse(newId(new Date(0))))
export const someChannels = channels.slice(0, 2)
export const queryAt = (clock: TurnedClock) => ({
  'date-from': dayFromTurn(clock, -5),
  'date-to': dayFromTurn(clock, 4),
})

/** What is said, in how many days it is due, and which deed it is. */
const sayings = [
  ['I’ll send you the report tomorrow.', 1, 'send'],
  ['I’ll send you the report within four days.', 4, 'send'],
  ['I’ll send you the report within two working days.', 2, 'send'],
  ['I’ll send you the report today.', 0, 'send'],
  ['We will call you today.', 0, 'call'],
  ['Ich schicke Ihnen das innerhalb von fünf Tagen.', 5, 'schicken'],
  ['Here you are.', undefined, undefined],
  ['Thank you!', undefined, undefined],
] as const

type Saying = (typeof sayings)[number]

export interface Line extends Omit<Given, 'saying' | 'conversation'> {
  readonly id: MessageId
  readonly at: Date
  readonly sent: string
  /** What it shows, and since when it says so. */
  readonly body: string
  readonly days: number | undefined
  readonly deed: string | undefined
  readonly saidAt: Date
  readonly channel: Channel
  readonly conversation_id: ConversationId
}

export const line = fc.record({
  // Around midnight in each zone, also on the day on which clocks are turned.
  afterTurn: fc
    .tuple(fc.integer({ min: 0, max: 40 }), fc.constantFrom(-3, -2, -1, 0, 9, 13, 20, 21, 22, 23))
    .map(([days, hours]) => (4 - days) * dayMs + hours * hourMs),
  saying: fc.constantFrom<Saying>(...sayings),
  edits: editsTo<Saying>(sayings),
  direction: fc.constantFrom<Direction>('outbound', 'outbound', 'outbound', 'inbound', 'internal'),
  conversation: fc.nat({ max: 1 }),
  group_ids: fc.subarray(groups, { minLength: 1 }),
  flags: fc.constantFrom<string[]>([], [], [], ['autoReply']),
  deletion: fc.constantFrom(null, null, null, null, 'everyone', 'owner-local'),
  /** It arrives after all others. */
  isLate: fc.constantFrom(false, false, true),
})
type Given = typeof line extends fc.Arbitrary<infer T> ? T : never

export function lineOf({ saying, conversation, ...one }: Given, clock: TurnedClock): Line {
  const at = fromTurn(clock, one.afterTurn)
  const shown = shownOf(at, saying, one.edits)
  const [body, days, deed] = shown.saying
  return {
    ...one,
    id: newId<MessageId>(nowAt(clock)),
    at,
    sent: saying[0],
    body,
    days,
    deed,
    saidAt: shown.saidAt,
    channel: someChannels[conversation] as Channel,
    conversation_id: conversations[conversation] as ConversationId,
  }
}

/** The day after the clocks are turned, and one of the week before the last. */
const holidaysAt = (clock: TurnedClock) => [dayFromTurn(clock, 1), dayFromTurn(clock, -9)]
export const hoursAt = (clock: TurnedClock): BusinessHours => ({
  days: [1, 2, 3, 4, 5],
  from: '09:00',
  to: '17:00',
  holidays: holidaysAt(clock),
})
const isOpen = (day: string, clock: TurnedClock) =>
  ![0, 6].includes(new Date(day).getUTCDay()) && !holidaysAt(clock).includes(day)

/** The day on which it is due, counted day by day: if the calendar skips that one, the end of the day before. */
function dueOf({ saidAt, body, days = 0 }: Line, clock: TurnedClock): string {
  let [day, left] = [dayIn(clock.zone, saidAt), days]
  const isWorking = body.includes('working')
  while (left > 0) {
    day = dayAfter(day, 1)
    if (!isWorking || isOpen(day, clock)) left -= 1
  }
  while (/within|innerhalb/.test(body) && !isOpen(day, clock)) day = dayAfter(day, 1)
  return dayIn(clock.zone, endOf(day, clock))
}
const endOf = (day: string, { zone }: TurnedClock) =>
  new Date(startOfDay(dayAfter(day, 1), zone).getTime() - 1)

const isPromise = ({ days, direction, flags }: Line) =>
  days !== undefined && direction === 'outbound' && flags.length === 0

/** When each promise is due, as it is kept: the last millisecond of its day. */
export const dueTimesByHand = (lines: readonly Line[], clock: TurnedClock) =>
  new Map(lines.filter(isPromise).map((one) => [one.id, endOf(dueOf(one, clock), clock)]))

/** A deletion on one's own device takes nothing from the other side. */
const isGone = ({ deletion }: Line) => deletion !== null && deletion !== 'owner-local'

/** Of all promises, or of some; any line keeps them. */
export function countPromisesByHand(
  lines: readonly Line[],
  { reader, clock }: { readonly reader: AccessScope; readonly clock: TurnedClock },
  isAsked: (line: Line) => boolean = () => true,
) {
  const { zone } = clock
  const now = nowAt(clock)
  const promises = lines
    .filter(
      (one) =>
        isAsked(one) &&
        isPromise(one) &&
        !isGone(one) &&
        isWithin(reader, { channel: one.channel, groupIds: one.group_ids }),
    )
    .map((one) => {
      const dueOn = dueOf(one, clock)
      const isKept = lines.some(
        (later) =>
          later.conversation_id === one.conversation_id &&
          later.direction === 'outbound' &&
          later.flags.length === 0 &&
          !isGone(later) &&
          !(isPromise(later) && later.deed === one.deed) &&
          isWithin(reader, { channel: later.channel, groupIds: later.group_ids }) &&
          later.at > one.saidAt &&
          dayIn(zone, later.at) <= dueOn,
      )
      return { ...one, dueOn, isKept }
    })
  const today = dayIn(zone, now)
  // A day is over 30 days ago if its end is.
  const recent = dayIn(zone, new Date(now.getTime() - 30 * dayMs))
  const { 'date-from': from } = queryAt(clock)
  const due = promises.filter(({ dueOn }) => dueOn >= from && dueOn < today)
  const before = promises.filter(({ dueOn }) => dueOn >= dayAfter(from, -10) && dueOn < from)
  const rateOf = (of: typeof promises) =>
    of.length === 0 ? null : Math.round((of.filter(({ isKept }) => isKept).length / of.length) * 1000) / 10
  return {
    open: promises.filter(({ dueOn, isKept }) => dueOn >= today && !isKept).map(({ id }) => id),
    overdue: promises
      .filter(({ dueOn, isKept }) => dueOn < today && dueOn >= recent && !isKept)
      .map(({ id }) => id),
    kept: due.filter(({ isKept }) => isKept).map(({ id }) => id),
    rate: rateOf(due),
    rateBefore: rateOf(before),
    rateOn: (day: string) => rateOf(promises.filter(({ dueOn }) => dueOn === day && dueOn < today)),
    due: due.length,
  }
}
