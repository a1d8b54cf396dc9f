/**
 * Contacts against a count by hand, over generated conversations of contacts, merged contacts and strangers, some of whose messages come late
 * or change, in several zones, for readers of all and of a part.
 */
import { type Channel, channels } from '@verbatim/contract/channels.ts'
import { dayMs } from '@verbatim/contract/durations.ts'
import { AccountId, type MessageId } from '@verbatim/contract/ids.ts'
import type { contactKinds } from '@verbatim/contract/metric-lists.ts'
import type { Figure } from '@verbatim/contract/metrics.ts'
import { contactsOf } from '@verbatim/contract/rows-of.ts'
import { roundsOf } from '@verbatim/reference/share.ts'
import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createAccounts } from '#domains/accounts/commands.ts'
import type { AccessScope } from '#kernel/actor.ts'
import { newId } from '#kernel/uuid.ts'
import { inTenant, type TenantTx } from '#platform/db.ts'
import {
  type Guest,
  type Only,
  type Present,
  type Said,
  authorOf,
  become,
  contacts,
  conversations,
  countByHand,
  exchangesOf,
  figuresByHand,
  groups,
  groupsOf,
  guestsOf,
  isOf,
  momentOf,
  now,
  only,
  own,
  people,
  present,
  queryAt,
  said,
  scope,
  user,
} from '#testing/contacts-by-hand.ts'
import type { TestDatabase } from '#testing/database.ts'
import { insertMessages } from '#testing/messages.ts'
import { makeOrganization } from '#testing/organizations.ts'
import { readAgain } from '#testing/read-again.ts'
import { useTestDatabase } from '#testing/test-world.ts'
import { type TurnedClock, turnedClocks } from '#testing/turned-clocks.ts'
import { contactFigures, contactParts, countContacts, findDigitalContacts } from './contacts.ts'
import { findPeriods } from './period.ts'
import { recountMessages } from './rebuild.ts'
import { findRepresentatives } from './representatives.ts'

let database: TestDatabase
useTestDatabase((opened) => {
  database = opened
})

/** The people, their conversations, and what was said in them; contacts are merged when all has been said. */
async function fill(tx: TenantTx, { lines, guests, clock }: Generated): Promise<void> {
  await tx
    .insertInto('contact')
    .values(contacts.map((id, at) => ({ id, name: `Contact ${at}` })))
    .execute()
  await tx
    .insertInto('tenant_user')
    .values({ id: user, email: 'u@x.example', email_key: 'u@x.example', messenger_role: 'user' })
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
      first_at: momentOf(clock, Math.min(...days)),
      last_at: momentOf(clock, Math.max(...days)),
    })),
  )
  if (present.length > 0) await tx.insertInto('participant').values(present).execute()
  const byPlace = new Map<number, MessageId>()
  for (const isLate of [false, true]) {
    const those = lines.flatMap((one, at) => (one.isLate === isLate ? [at] : []))
    const ids = await insertMessages(
      tx,
      those.map((at) => toRow(lines[at]!, clock)),
      now,
    )
    for (const [place, at] of those.entries()) byPlace.set(at, ids[place]!)
  }
  await change(
    tx,
    lines,
    lines.map((_, at) => byPlace.get(at)!),
  )
  for (const [at, into] of [
    [1, 0],
    [2, 1],
  ] as const)
    await sql`update contact set merged_into = ${contacts[into]}, archived_at = ${now} where id = ${contacts[at]}`.execute(
      tx,
    )
}

interface Generated {
  readonly lines: readonly Said[]
  readonly guests: readonly (readonly Guest[])[]
  readonly clock: TurnedClock
}

function toRow(one: Said, clock: TurnedClock) {
  const posted_at = momentOf(clock, one.day, one.hour)
  return {
    posted_at,
    captured_at: new Date(posted_at.getTime() + (one.isLate ? 2 * dayMs : 0)),
    direction: one.direction,
    channel: conversations[one.conversation]!.channel,
    conversation_id: conversations[one.conversation]!.id,
    author_address: people[one.guest]!,
    author_user_id: authorOf(one).user,
    author_contact_id: authorOf(one).contact,
    group_ids: groupsOf(one),
    content_type: one.content_type,
    flags: flagsOf(one),
  }
}

const flagsOf = ({ flags, isLate }: Said) => [...flags, ...(isLate ? ['late'] : [])]

/** Messages become what they are at last. */
async function change(tx: TenantTx, lines: readonly Said[], ids: readonly MessageId[]): Promise<void> {
  for (const [at, one] of lines.entries()) {
    const last = become(one)
    const { content_type } = last
    if (content_type !== 'unsupported' && content_type !== one.content_type)
      await readAgain(tx, [ids[at]!], { content_type, flags: flagsOf(last) }, now)
    if (last.isAside !== one.isAside)
      await sql`update message set group_ids = ${groupsOf(last)}::uuid[] where id = ${ids[at]}`.execute(tx)
    if (last.direction !== one.direction)
      await sql`update message set direction = ${last.direction} where id = ${ids[at]}`.execute(tx)
  }
}

/** A colleague who is a contact sends a message: it counts for the two who get it. */
const plain = { hour: 9, isAside: false, content_type: 'text' as const, flags: [], isLate: false }
const ofADesk: [
  { clock: TurnedClock; isMoved: boolean },
  Said[],
  Present[],
  undefined[],
  AccessScope[],
  'reached',
  'whatsapp',
  Only,
] = [
  { clock: turnedClocks[0]!, isMoved: false },
  [{ ...plain, day: 7, direction: 'outbound', guest: 2, named: 0, conversation: 3, becomes: undefined }],
  [0, 1].map((guest) => ({ guest, conversation: 3, days: [6, 8] })),
  Array.from({ length: 6 }, () => undefined),
  [[{ channels: [...channels], groupIds: 'all' }]],
  'reached',
  'whatsapp',
  { channel: undefined, group: [groups[1]!] },
]

const countsOf = (figures: readonly Figure[]) =>
  Object.fromEntries(
    figures.map(({ id, value, previous, series, previousSeries }) => [
      id,
      { value, previous, series, previousSeries },
    ]),
  )

test('contacts in all, by day and by channel, narrowed, and the rows of their lists, equal a count by hand', async () => {
  let [found, changed, seen] = [0, 0, 0]
  await fc.assert(
    fc.asyncProperty(
      fc.record({
        clock: fc.constantFrom(...turnedClocks),
        /** It had days of UTC until everything was said. */
        isMoved: fc.constantFrom(false, false, true),
      }),
      fc.array(said, { minLength: 5, maxLength: 25 }),
      fc.array(present, { maxLength: 8 }),
      fc.array(fc.option(fc.nat({ max: 3 }), { nil: undefined, freq: 2 }), { minLength: 6, maxLength: 6 }),
      fc.array(scope, { minLength: 1, maxLength: 2 }),
      fc.constantFrom('reached' as const, 'engaged' as const, 'silent' as const),
      fc.constantFrom('sms' as const, 'whatsapp' as const),
      only,
      async (...[{ clock, isMoved }, given, others, known, readers, kind, channel, narrowing]) => {
        const { zone } = clock
        const zones = { time_zone: zone, rollup_zone: isMoved ? 'UTC' : zone }
        const tenantId = await makeOrganization(database.db, now, zones)
        const guests = guestsOf(given, others, known)
        const lines = given.map(become)
        changed += lines.filter((one, at) => one !== given[at]).length
        await inTenant(database.db, tenantId, async (tx) => {
          await fill(tx, { lines: given, guests, clock })
          if (isMoved) await recountMessages(tx)
          const periods = await findPeriods(tx, queryAt(clock), now)
          expect(periods.zone).toBe(zone)
          for (const reader of readers) {
            const all = exchangesOf(lines, guests, { reader, clock })
            const counted = await countContacts(tx, reader, periods)
            const current = countByHand(all, periods.current)
            expect(counted.now).toMatchObject(current)
            expect(counted.before).toMatchObject(countByHand(all, periods.previous))
            const figures = contactFigures(counted, periods)
            expect(countsOf(figures)).toEqual(figuresByHand(all, periods))
            const list = (of: (typeof contactKinds)[number], channel?: Channel) =>
              findDigitalContacts(tx, reader, periods, {
                kind: of,
                channel: channel && [channel],
                limit: 50,
                skip: 0,
              })
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
            const writtenTo = new Set(exchanged.filter(({ writer }) => writer === user).map(({ who }) => who))
              .size
            const asked = { kind: 'reached', representative: user, limit: 50, skip: 0 } as const
            const { total } = await findDigitalContacts(tx, reader, periods, asked)
            expect(total).toBe(writtenTo)
            const active = { kind: 'active', limit: 50, skip: 0 } as const
            const { items: writers } = await findRepresentatives(tx, reader, periods, active)
            for (const { contacts: some, contactsDrilldown } of writers)
              expect([some, contactsDrilldown?.rows]).toEqual([writtenTo, writtenTo])
            const divided = contactParts(counted)
            expect(divided.id).toBe('contacts-by-channel')
            for (const { key, value, previous } of divided.parts) {
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
            expect(divided.parts).toHaveLength(onChannels.size)
            found += current.contacts
            const ofThese = all.filter((one) => isOf(narrowing, one))
            const narrowed = contactFigures(
              await countContacts(tx, reader, periods, narrowing),
              periods,
              narrowing,
            )
            expect(countsOf(narrowed)).toEqual(figuresByHand(ofThese, periods))
            for (const { drilldown } of narrowed) {
              const [of, text] = drilldown!.filter!.split(':')
              const { channel: on, group } = contactsOf(text!)!
              const kept = { channel: on, group, kind: of as 'all', limit: 50, skip: 0 }
              const rows = await findDigitalContacts(tx, reader, periods, kept)
              expect([drilldown?.filter, rows.total]).toEqual([drilldown?.filter, drilldown?.rows])
            }
            seen += narrowed[0]!.value ?? 0
          }
        })
      },
    ),
    { numRuns: roundsOf(120, 10), examples: [ofADesk] },
  )
  expect(found).toBeGreaterThan(roundsOf(120, 10) / 2)
  expect(changed).toBeGreaterThan(roundsOf(120, 10))
  expect(seen).toBeGreaterThan(roundsOf(120, 10) / 4)
})
