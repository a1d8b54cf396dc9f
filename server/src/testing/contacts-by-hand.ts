/** Generated conversations of contacts, merged contacts and strangers, and the contacts that one would count in them by hand. */
import type { Channel } from '@verbatim/contract/channels.ts'
import { dayMs, hourMs } from '@verbatim/contract/durations.ts'
import { ContactId, ConversationId, GroupId, UserId } from '@verbatim/contract/ids.ts'
import fc from 'fast-check'
import { isWithin } from '#access/scope.ts'
import type { Days, Periods } from '#domains/metrics/period.ts'
import type { AccessScope } from '#kernel/actor.ts'
import type { Direction } from '#kernel/captured-event.ts'
import { newId } from '#kernel/uuid.ts'
import { dayIn } from './day-in.ts'
import { allOrGroups } from './scopes.ts'
import { dayFromTurn, fromTurn, type TurnedClock } from './turned-clocks.ts'

export const now = new Date('2026-10-30T12:00:00Z')
/** Clocks are turned on the second of the days. */
export const queryAt = (clock: TurnedClock) => ({
  'date-from': dayFromTurn(clock, -1),
  'date-to': dayFromTurn(clock, 2),
})
export const groups = Array.from({ length: 2 }, () => GroupId.parse(newId(now)))
export const user = UserId.parse(newId(now))
/** The second became the first, the third the second. */
export const contacts = Array.from({ length: 4 }, () => ContactId.parse(newId(now)))
const rootOf = (id: ContactId) => (id === contacts[3] ? id : (contacts[0] as ContactId))
export const own = '+15550100001'
export const conversations = (['sms', 'sms', 'whatsapp', 'whatsapp'] as const).map((channel, at) => ({
  id: ConversationId.parse(newId(now)),
  channel,
  type: at % 2 === 0 ? ('direct' as const) : ('group' as const),
}))

export type Guest = { address: string; contact_id: ContactId | null; user_id: UserId | null; days: number[] }
export interface Said {
  readonly day: number
  readonly hour: number
  readonly direction: Direction
  /** The place of the guest who wrote. */
  readonly guest: number
  /** Of a contact that is known by their message. */
  readonly named: number | undefined
  readonly conversation: number
  readonly isAside: boolean
  readonly content_type: 'text' | 'system' | 'unsupported'
  readonly flags: string[]
  /** It arrives after all others, on a later day. */
  readonly isLate: boolean
  readonly becomes: (typeof happenings)[number] | undefined
}

/** What becomes of messages after they were counted. The last two need one of which nothing was understood. */
const happenings = ['of both groups', 'sent after all', 'a notice', 'an automatic reply'] as const

/** A message as it is counted at last. */
export function become(one: Said): Said {
  const isUnread = one.content_type === 'unsupported'
  if (one.becomes === 'of both groups') return { ...one, isAside: true }
  if (one.becomes === 'sent after all' && one.direction === 'internal')
    return { ...one, direction: 'outbound' }
  if (one.becomes === 'a notice' && isUnread) return { ...one, content_type: 'system' }
  if (one.becomes === 'an automatic reply' && isUnread)
    return { ...one, content_type: 'text', flags: ['autoReply'] }
  return one
}

/** Contacts, strangers, an account and a user, whose number is known from elsewhere. */
export const people = ['+1', '+2', '+3', '+4', '+5', '+6', own, '+8'] as const
const identityOf = (at: number, known: readonly (number | undefined)[]) => {
  const contact = contacts[known[at] ?? -1]
  return { contact_id: at < 6 ? (contact ?? null) : null, user_id: at === 7 ? user : null }
}

/** Days are counted from a week before the clocks are turned. */
export const momentOf = (clock: TurnedClock, day: number, hour = 0) =>
  fromTurn(clock, (day - 7) * dayMs + hour * hourMs)
export const said = fc.record({
  day: fc.integer({ min: 0, max: 11 }),
  hour: fc.integer({ min: 0, max: 23 }),
  direction: fc.constantFrom<Direction>('inbound', 'inbound', 'outbound', 'outbound', 'internal'),
  guest: fc.nat({ max: people.length - 1 }),
  named: fc.option(fc.nat({ max: 3 }), { nil: undefined, freq: 4 }),
  conversation: fc.nat({ max: conversations.length - 1 }),
  isAside: fc.constantFrom(false, false, true),
  content_type: fc.constantFrom<Said['content_type']>('text', 'text', 'unsupported', 'unsupported', 'system'),
  flags: fc.constantFrom<string[]>([], [], [], ['autoReply']),
  isLate: fc.constantFrom(false, false, true),
  becomes: fc.option(fc.constantFrom(...happenings), { nil: undefined, freq: 2 }),
})

/** People who are in a conversation on some days, whether or not they write. */
export const present = fc.record({
  guest: fc.nat({ max: people.length - 1 }),
  conversation: fc.nat({ max: conversations.length - 1 }),
  days: fc.tuple(fc.integer({ min: 0, max: 11 }), fc.integer({ min: 0, max: 11 })),
})
export type Present = typeof present extends fc.Arbitrary<infer T> ? T : never

export const scope = allOrGroups(groups)
/** To what figures are narrowed. */
export const only = fc.constantFrom(
  ...([['sms'], ['sms', 'whatsapp']] as const).map((channel) => ({ channel, group: undefined })),
  { channel: undefined, group: [groups[0]!] },
  { channel: ['whatsapp'] as const, group: [groups[1]!] },
)
export type Only = typeof only extends fc.Arbitrary<infer T> ? T : never
export const isOf = ({ channel, group }: Only, one: Exchange) =>
  (!channel || channel.some((each) => each === one.channel)) &&
  (!group || group.some((id) => one.groups.includes(id)))

export const groupsOf = ({ conversation, isAside }: Said): GroupId[] =>
  isAside ? [...groups] : [groups[conversation % 2] as GroupId]
/** As messages name their authors: a user, a contact, or an address, which may be one of a user. */
export const authorOf = ({ direction, guest, named, hour }: Said) => {
  // A colleague who is no user may be a contact, as a desk's mailbox is: what it sends counts for those who get it.
  const isUser = direction === 'inbound' ? guest === 7 && hour < 12 : hour < 6
  return isUser ? { user, contact: null } : { user: null, contact: contacts[named ?? -1] ?? null }
}

/** The people of each conversation, from the first day on which they were there to the last. */
export function guestsOf(
  lines: readonly Said[],
  others: readonly Present[],
  known: readonly (number | undefined)[],
) {
  return conversations.map((_, conversation) => {
    const guests = new Map<number, Guest>()
    const add = (at: number, days: readonly number[]) => {
      const guest = guests.get(at) ?? { address: people[at]!, ...identityOf(at, known), days: [] }
      guest.days.push(...days)
      guests.set(at, guest)
    }
    for (const one of lines.filter((line) => line.conversation === conversation))
      if (one.direction === 'inbound') add(one.guest, [one.day])
    for (const one of others.filter((other) => other.conversation === conversation)) add(one.guest, one.days)
    return [...guests.values()]
  })
}

interface Exchange {
  readonly day: string
  readonly who: string
  readonly channel: Channel
  readonly groups: readonly GroupId[]
  readonly isReceived: boolean
  /** The user who wrote it, if it was sent by one. */
  readonly writer: UserId | null
}

/** What was exchanged with each person, message by message. */
export function exchangesOf(
  lines: readonly Said[],
  guests: readonly (readonly Guest[])[],
  { reader, clock }: { readonly reader: AccessScope; readonly clock: TurnedClock },
): Exchange[] {
  const counted = lines.filter(
    (one) => one.content_type !== 'system' && !one.flags.includes('autoReply') && sees(reader, one),
  )
  const who = (address: string, contact: ContactId | null) => (contact ? rootOf(contact) : address)
  return counted.flatMap((one): Exchange[] => {
    const { channel, type } = conversations[one.conversation]!
    const there = guests[one.conversation]!
    const day = dayIn(clock.zone, momentOf(clock, one.day, one.hour))
    if (one.direction === 'inbound') {
      const author = authorOf(one)
      const address = people[one.guest]!
      const guest = there.find((other) => other.address === address)
      if (author.user || (!author.contact && guest?.user_id)) return []
      return [
        {
          day,
          who: who(address, author.contact ?? guest?.contact_id ?? null),
          channel,
          groups: groupsOf(one),
          isReceived: true,
          writer: null,
        },
      ]
    }
    if (one.direction !== 'outbound') return []
    const isKnown = (guest: Guest) =>
      reader.some(({ groupIds }) => groupIds === 'all') ||
      type === 'direct' ||
      counted.some((other) => other.conversation === one.conversation && wrote(guest, other))
    return there
      .filter((guest) => guest.user_id === null && guest.address !== own && isKnown(guest))
      .filter((guest) => wasThere(guest, day, clock))
      .map((guest) => ({
        day,
        who: who(guest.address, guest.contact_id),
        channel,
        groups: groupsOf(one),
        isReceived: false,
        writer: authorOf(one).user,
      }))
  })
}

/** A day of any zone is within a day of that of UTC, so that is how far around it a person is looked for. */
function wasThere({ days }: Guest, day: string, clock: TurnedClock): boolean {
  const [first, last] = [Math.min(...days), Math.max(...days)].map((one) => momentOf(clock, one).getTime())
  const midnight = Date.parse(day)
  return first! < midnight + 2 * dayMs && last! >= midnight - dayMs
}

/** Under one of their names: as whom they are known, or their address. */
const wrote = ({ contact_id, address }: Guest, one: Said) =>
  authorOf(one).user === null && [contact_id, address].includes(authorOf(one).contact ?? people[one.guest]!)

const sees = (reader: AccessScope, one: Said) =>
  isWithin(reader, { channel: conversations[one.conversation]!.channel, groupIds: groupsOf(one) })

export function countByHand(all: readonly Exchange[], { from, to }: Days) {
  const those = all.filter(({ day }) => day >= from && day <= to)
  const people = (some: readonly Exchange[]) => new Set(some.map(({ who }) => who)).size
  return {
    contacts: people(those),
    reached: people(those.filter(({ isReceived }) => !isReceived)),
    engaged: people(those.filter(({ isReceived }) => isReceived)),
  }
}

const rateOf = ({ contacts: some, engaged }: ReturnType<typeof countByHand>) =>
  some === 0 ? null : Math.round((engaged / some) * 1000) / 10

export function figuresByHand(all: readonly Exchange[], { current, previous, days, previousDays }: Periods) {
  type Of = (counted: ReturnType<typeof countByHand>) => number | null
  const both = (of: Of) => ({
    value: of(countByHand(all, current)),
    previous: of(countByHand(all, previous)),
  })
  const daily = (of: Of) => {
    const series = (some: readonly string[]) =>
      some.map((day) => of(countByHand(all, { from: day, to: day })))
    return { ...both(of), series: series(days), previousSeries: series(previousDays) }
  }
  return {
    contacts: daily((of) => of.contacts),
    'reached-contacts': daily((of) => of.reached),
    'engaged-contacts': daily((of) => of.engaged),
    'overall-engagement': daily(rateOf),
  }
}
