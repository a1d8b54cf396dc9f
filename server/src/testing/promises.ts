/** Lines with promises by a day, and what one would count of them by hand. */
import type { BusinessHours } from '@verbatim/contract/business-hours.ts'
import { type Channel, channels } from '@verbatim/contract/channels.ts'
import { dayMs, hourMs } from '@verbatim/contract/durations.ts'
import { ConversationId, GroupId, type MessageId } from '@verbatim/contract/ids.ts'
import fc from 'fast-check'
import { isWithin } from '#access/scope.ts'
import type { AccessScope } from '#kernel/actor.ts'
import type { Direction } from '#kernel/captured-event.ts'
import { newId } from '#kernel/uuid.ts'
import { dayIn } from './day-in.ts'

export const now = new Date('2026-10-29T12:00:00Z')
export const zone = 'Europe/Berlin'
export const groups = Array.from({ length: 2 }, () => GroupId.parse(newId(now)))
export const conversations = Array.from({ length: 2 }, () => ConversationId.parse(newId(now)))
export const someChannels = channels.slice(0, 2)
export const query = { 'date-from': '2026-10-20', 'date-to': '2026-10-29' }

/** What is said, in how many days it is due, and which deed it is. Clocks go back on 25 October. */
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

export interface Line {
  id: MessageId
  at: Date
  body: string
  days: number | undefined
  deed: string | undefined
  deletion: string | null
  direction: Direction
  channel: Channel
  conversation_id: ConversationId
  group_ids: GroupId[]
  flags: string[]
}

export const line = fc.record({
  // Around midnight in Berlin, also on the day with 25 hours.
  at: fc
    .tuple(fc.integer({ min: 0, max: 40 }), fc.constantFrom(-2, -1, 0, 9, 13, 20, 21, 22, 23))
    .map(([days, hours]) => new Date(Date.parse('2026-10-29T00:00:00Z') - days * dayMs + hours * hourMs)),
  saying: fc.constantFrom(...sayings),
  direction: fc.constantFrom<Direction>('outbound', 'outbound', 'outbound', 'inbound', 'internal'),
  conversation: fc.nat({ max: 1 }),
  group_ids: fc.subarray(groups, { minLength: 1 }),
  flags: fc.constantFrom<string[]>([], [], [], ['autoReply']),
  deletion: fc.constantFrom(null, null, null, null, 'everyone', 'owner-local'),
})

/** Monday, the day after the clocks were turned, and a Friday. */
const holidays = ['2026-10-26', '2026-10-16']
export const hours: BusinessHours = { days: [1, 2, 3, 4, 5], from: '09:00', to: '17:00', holidays }
const isOpen = (day: string) => ![0, 6].includes(new Date(day).getUTCDay()) && !holidays.includes(day)

/** When it is due: day by day. */
function dueOf({ at, body, days = 0 }: Line): string {
  let [day, left] = [dayIn(zone, at), days]
  const isWorking = body.includes('working')
  while (left > 0) {
    day = dayAfter(day, 1)
    if (!isWorking || isOpen(day)) left -= 1
  }
  while (/within|innerhalb/.test(body) && !isOpen(day)) day = dayAfter(day, 1)
  return day
}

export const dayAfter = (day: string, days: number) =>
  new Date(Date.parse(day) + days * dayMs).toISOString().slice(0, 10)

/** A deletion on one's own device takes nothing from the other side. */
const isGone = ({ deletion }: Line) => deletion !== null && deletion !== 'owner-local'

/** Of all promises, or of some; any line keeps them. */
export function countPromisesByHand(
  lines: readonly Line[],
  reader: AccessScope,
  isAsked: (line: Line) => boolean = () => true,
) {
  const isPromise = ({ days, direction, flags }: Line) =>
    days !== undefined && direction === 'outbound' && flags.length === 0
  const promises = lines
    .filter(
      (one) =>
        isAsked(one) &&
        isPromise(one) &&
        !isGone(one) &&
        isWithin(reader, { channel: one.channel, groupIds: one.group_ids }),
    )
    .map((one) => {
      const dueOn = dueOf(one)
      const isKept = lines.some(
        (later) =>
          later.conversation_id === one.conversation_id &&
          later.direction === 'outbound' &&
          later.flags.length === 0 &&
          !isGone(later) &&
          !(isPromise(later) && later.deed === one.deed) &&
          isWithin(reader, { channel: later.channel, groupIds: later.group_ids }) &&
          later.at > one.at &&
          dayIn(zone, later.at) <= dueOn,
      )
      return { ...one, dueOn, isKept }
    })
  const today = dayIn(zone, now)
  // A day is over 30 days ago if its end is.
  const recent = dayIn(zone, new Date(now.getTime() - 30 * dayMs))
  const due = promises.filter(({ dueOn }) => dueOn >= query['date-from'] && dueOn < today)
  const before = promises.filter(
    ({ dueOn }) => dueOn >= dayAfter(query['date-from'], -10) && dueOn < query['date-from'],
  )
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
    due: due.length,
  }
}
