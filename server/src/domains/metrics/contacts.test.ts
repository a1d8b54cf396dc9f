/** Contacts against a count by hand, over generated conversations of contacts, merged contacts and strangers, for readers of all and of a part. */
import { type Channel, channels } from '@verbatim/contract/channels.ts'
import type { contactKinds } from '@verbatim/contract/dashboards.ts'
import { AccountId, ContactId, ConversationId, GroupId, UserId } from '@verbatim/contract/ids.ts'
import { roundsOf } from '@verbatim/reference/share.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isWithin } from '#access/scope.ts'
import { createAccounts } from '#domains/accounts/commands.ts'
import type { AccessScope } from '#kernel/actor.ts'
import type { Direction } from '#kernel/captured-event.ts'
import { newId } from '#kernel/uuid.ts'
import { inTenant, type TenantTx } from '#platform/db.ts'
import type { TestDatabase } from '#testing/database.ts'
import { insertMessages } from '#testing/messages.ts'
import { makeOrganization } from '#testing/organizations.ts'
import { allOrGroups } from '#testing/scopes.ts'
import { useTestDatabase } from '#testing/test-world.ts'
import { contactFigures, contactParts, countContacts, findDigitalContacts } from './contacts.ts'
import { type Days, findPeriods } from './period.ts'

const now = new Date('2026-10-30T12:00:00Z')
const query = { 'date-from': '2026-10-24', 'date-to': '2026-10-27' }
const groups = Array.from({ length: 2 }, () => GroupId.parse(newId(now)))
const user = UserId.parse(newId(now))
/** The second became the first, the third the second. */
const contacts = Array.from({ length: 4 }, () => ContactId.parse(newId(now)))
const rootOf = (id: ContactId) => (id === contacts[3] ? id : (contacts[0] as ContactId))
const own = '+15550100001'
const conversations = (['sms', 'sms', 'whatsapp', 'whatsapp'] as const).map((channel, at) => ({
  id: ConversationId.parse(newId(now)),
  channel,
  type: at % 2 === 0 ? ('direct' as const) : ('group' as const),
}))

type Guest = { address: string; contact_id: ContactId | null; user_id: UserId | null; days: number[] }
interface Said {
  readonly day: number
  readonly hour: number
  readonly direction: Direction
  /** The place of the guest who wrote. */
  readonly guest: number
  /** Of a contact that is known by their message. */
  readonly named: number | undefined
  readonly conversation: number
  readonly isAside: boolean
  readonly content_type: 'text' | 'system'
  readonly flags: string[]
}

/** Contacts, strangers, an account and a user, whose number is known from elsewhere. */
const people = ['+1', '+2', '+3', '+4', '+5', '+6', own, '+8'] as const
const identityOf = (at: number, known: readonly (number | undefined)[]) => {
  const contact = contacts[known[at] ?? -1]
  return { contact_id: at < 6 ? (contact ?? null) : null, user_id: at === 7 ? user : null }
}

const dayOf = (day: number) => new Date(Date.parse('2026-10-18') + day * 86_400_000)
const textOf = (day: number) => dayOf(day).toISOString().slice(0, 10)
const said = fc.record({
  day: fc.integer({ min: 0, max: 11 }),
  hour: fc.integer({ min: 0, max: 23 }),
  direction: fc.constantFrom<Direction>('inbound', 'inbound', 'outbound', 'outbound', 'internal'),
  guest: fc.nat({ max: people.length - 1 }),
  named: fc.option(fc.nat({ max: 3 }), { nil: undefined, freq: 4 }),
  conversation: fc.nat({ max: conversations.length - 1 }),
  isAside: fc.constantFrom(false, false, true),
  content_type: fc.constantFrom<Said['content_type']>('text', 'text', 'text', 'system'),
  flags: fc.constantFrom<string[]>([], [], [], ['autoReply']),
})

/** People who are in a conversation on some days, whether or not they write. */
const present = fc.record({
  guest: fc.nat({ max: people.length - 1 }),
  conversation: fc.nat({ max: conversations.length - 1 }),
  days: fc.tuple(fc.integer({ min: 0, max: 11 }), fc.integer({ min: 0, max: 11 })),
})
type Present = typeof present extends fc.Arbitrary<infer T> ? T : never

const scope = allOrGroups(groups)

let database: TestDatabase
useTestDatabase((opened) => {
  database = opened
})

const groupsOf = ({ conversation, isAside }: Said): GroupId[] =>
  isAside ? [...groups] : [groups[conversation % 2] as GroupId]
/** As messages name their authors: a user, a contact, or an address, which may be one of a user. */
const authorOf = ({ direction, guest, named, hour }: Said) => {
  // A colleague who is no user may be a contact, as a desk's mailbox is: what it sends counts for those who get it.
  const isUser = direction === 'inbound' ? guest === 7 && hour < 12 : hour < 6
  return isUser ? { user, contact: null } : { user: null, contact: contacts[named ?? -1] ?? null }
}

/** The people of each conversation, from the first day on which they were there to the last. */
function guestsOf(
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
  readonly isReceived: boolean
}

/** What was exchanged with each person, message by message. */
function exchangesOf(
  lines: readonly Said[],
  guests: readonly (readonly Guest[])[],
  reader: AccessScope,
): Exchange[] {
  const counted = lines.filter(
    (one) => one.content_type !== 'system' && !one.flags.includes('autoReply') && sees(reader, one),
  )
  const who = (address: string, contact: ContactId | null) => (contact ? rootOf(contact) : address)
  return counted.flatMap((one): Exchange[] => {
    const { channel, type } = conversations[one.conversation]!
    const there = guests[one.conversation]!
    const day = textOf(one.day)
    if (one.direction === 'inbound') {
      const author = authorOf(one)
      const address = people[one.guest]!
      const guest = there.find((other) => other.address === address)
      if (author.user || (!author.contact && guest?.user_id)) return []
      return [
        { day, who: who(address, author.contact ?? guest?.contact_id ?? null), channel, isReceived: true },
      ]
    }
    if (one.direction !== 'outbound') return []
    const isKnown = (guest: Guest) =>
      reader.some(({ groupIds }) => groupIds === 'all') ||
      type === 'direct' ||
      counted.some((other) => other.conversation === one.conversation && wrote(guest, other))
    return there
      .filter((guest) => guest.user_id === null && guest.address !== own && isKnown(guest))
      .filter(({ days }) => one.day >= Math.min(...days) - 1 && one.day <= Math.max(...days) + 1)
      .map((guest) => ({ day, who: who(guest.address, guest.contact_id), channel, isReceived: false }))
  })
}

/** Under one of their names: as whom they are known, or their address. */
const wrote = ({ contact_id, address }: Guest, one: Said) =>
  authorOf(one).user === null && [contact_id, address].includes(authorOf(one).contact ?? people[one.guest]!)

const sees = (reader: AccessScope, one: Said) =>
  isWithin(reader, { channel: conversations[one.conversation]!.channel, groupIds: groupsOf(one) })

function countByHand(all: readonly Exchange[], { from, to }: Days) {
  const those = all.filter(({ day }) => day >= from && day <= to)
  const people = (some: readonly Exchange[]) => new Set(some.map(({ who }) => who)).size
  return {
    contacts: people(those),
    reached: people(those.filter(({ isReceived }) => !isReceived)),
    engaged: people(those.filter(({ isReceived }) => isReceived)),
  }
}

async function fill(
  tx: TenantTx,
  lines: readonly Said[],
  guests: readonly (readonly Guest[])[],
): Promise<void> {
  await tx
    .insertInto('contact')
    .values(
      contacts.map((id, at) => {
        const into = at === 1 || at === 2 ? contacts[at - 1] : null
        return { id, name: `Contact ${at}`, merged_into: into ?? null, archived_at: into ? now : null }
      }),
    )
    .execute()
  const account = AccountId.parse(newId(now))
  await createAccounts(tx, [{ id: account, channel: 'sms', name: 'A', address: own }])
  const times = { first_at: now, last_at: now }
  await tx
    .insertInto('conversation')
    .values(conversations.map((one) => ({ ...one, ...times, account_id: account, conversation_key: one.id })))
    .execute()
  const present = guests.flatMap((there, at) =>
    there.map(({ days, ...guest }) => ({
      ...guest,
      conversation_id: conversations[at]!.id,
      kind: 'phone',
      display_name: null,
      first_at: dayOf(Math.min(...days)),
      last_at: dayOf(Math.max(...days)),
    })),
  )
  if (present.length > 0) await tx.insertInto('participant').values(present).execute()
  await insertMessages(
    tx,
    lines.map((one) => ({
      posted_at: new Date(dayOf(one.day).getTime() + one.hour * 3_600_000),
      direction: one.direction,
      channel: conversations[one.conversation]!.channel,
      conversation_id: conversations[one.conversation]!.id,
      author_address: people[one.guest]!,
      author_user_id: authorOf(one).user,
      author_contact_id: authorOf(one).contact,
      group_ids: groupsOf(one),
      content_type: one.content_type,
      flags: one.flags,
    })),
    now,
  )
}

/** A colleague who is a contact sends a message: it counts for the two who get it. */
const plain = { hour: 9, isAside: false, content_type: 'text' as const, flags: [] }
const ofADesk: [Said[], Present[], undefined[], AccessScope[], 'reached', 'whatsapp'] = [
  [{ ...plain, day: 7, direction: 'outbound', guest: 2, named: 0, conversation: 3 }],
  [0, 1].map((guest) => ({ guest, conversation: 3, days: [6, 8] })),
  Array.from({ length: 6 }, () => undefined),
  [[{ channels: [...channels], groupIds: 'all' }]],
  'reached',
  'whatsapp',
]

test('contacts are those counted by hand, in all, by day and by channel, as are the rows of their lists', async () => {
  let found = 0
  await fc.assert(
    fc.asyncProperty(
      fc.array(said, { minLength: 5, maxLength: 25 }),
      fc.array(present, { maxLength: 8 }),
      fc.array(fc.option(fc.nat({ max: 3 }), { nil: undefined, freq: 2 }), { minLength: 6, maxLength: 6 }),
      fc.array(scope, { minLength: 1, maxLength: 2 }),
      fc.constantFrom('reached' as const, 'engaged' as const, 'silent' as const),
      fc.constantFrom('sms' as const, 'whatsapp' as const),
      async (...[lines, others, known, readers, kind, channel]) => {
        const tenantId = await makeOrganization(database.db, now)
        const guests = guestsOf(lines, others, known)
        await inTenant(database.db, tenantId, async (tx) => {
          await fill(tx, lines, guests)
          const periods = await findPeriods(tx, query, now)
          for (const reader of readers) {
            const all = exchangesOf(lines, guests, reader)
            const counted = await countContacts(tx, reader, periods)
            const current = countByHand(all, periods.current)
            expect(counted.now).toMatchObject(current)
            expect(counted.before).toMatchObject(countByHand(all, periods.previous))
            const byDay = [...periods.previousDays, ...periods.days].map((day) =>
              countByHand(all, { from: day, to: day }),
            )
            const [days, , engaged] = contactFigures(counted, periods).map(
              ({ previousSeries = [], series = [] }) => [...previousSeries, ...series],
            )
            expect(days).toEqual(byDay.map((of) => of.contacts))
            expect(engaged).toEqual(byDay.map((of) => of.engaged))
            const list = (of: (typeof contactKinds)[number], channel?: Channel) =>
              findDigitalContacts(tx, reader, periods, { kind: of, channel, limit: 50, skip: 0 })
            const listed = await list('all')
            const { contacts: some, engaged: wrote } = current
            const totals = { ...current, all: some, silent: some - wrote }
            expect([listed.total, (await list(kind)).total]).toEqual([some, totals[kind]])
            const sumOf = (field: 'received' | 'sent') =>
              listed.items.reduce((sum, item) => sum + item[field], 0)
            const exchanged = all.filter(
              ({ day }) => day >= periods.current.from && day <= periods.current.to,
            )
            expect(sumOf('received')).toBe(exchanged.filter(({ isReceived }) => isReceived).length)
            expect(sumOf('sent')).toBe(exchanged.filter(({ isReceived }) => !isReceived).length)
            for (const { key, value, previous } of contactParts(counted).parts) {
              const on = all.filter((one) => one.channel === key)
              const both = [countByHand(on, periods.current), countByHand(on, periods.previous)]
              expect([value, previous]).toEqual(both.map((those) => those.contacts))
              if (key === channel) expect((await list('all', channel)).total).toBe(value)
            }
            const onChannels = new Set(
              all
                .filter(({ day }) => day >= periods.previous.from && day <= periods.current.to)
                .map((one) => one.channel),
            )
            expect(contactParts(counted).parts).toHaveLength(onChannels.size)
            found += current.contacts
          }
        })
      },
    ),
    { numRuns: roundsOf(120), examples: [ofADesk] },
  )
  expect(found).toBeGreaterThan(roundsOf(120) / 2)
})
