/** Contacts against a count by hand, over generated conversations of contacts, merged contacts and strangers, for readers of all and of a part. */
import { type Channel, channels } from '@verbatim/contract/channels.ts'
import type { contactKinds } from '@verbatim/contract/dashboards.ts'
import { AccountId } from '@verbatim/contract/ids.ts'
import { roundsOf } from '@verbatim/reference/share.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createAccounts } from '#domains/accounts/commands.ts'
import type { AccessScope } from '#kernel/actor.ts'
import { newId } from '#kernel/uuid.ts'
import { inTenant, type TenantTx } from '#platform/db.ts'
import {
  type Guest,
  type Present,
  type Said,
  authorOf,
  contacts,
  conversations,
  countByHand,
  dayOf,
  exchangesOf,
  figuresByHand,
  groupsOf,
  guestsOf,
  now,
  own,
  people,
  present,
  query,
  said,
  scope,
  user,
} from '#testing/contacts-by-hand.ts'
import type { TestDatabase } from '#testing/database.ts'
import { insertMessages } from '#testing/messages.ts'
import { makeOrganization } from '#testing/organizations.ts'
import { useTestDatabase } from '#testing/test-world.ts'
import { contactFigures, contactParts, countContacts, findDigitalContacts } from './contacts.ts'
import { findPeriods } from './period.ts'
import { findRepresentatives } from './representatives.ts'

let database: TestDatabase
useTestDatabase((opened) => {
  database = opened
})

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

test('contacts in all, by day and by channel, and the rows of their lists, equal a count by hand', async () => {
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
            const figures = contactFigures(counted, periods)
            expect(
              Object.fromEntries(
                figures.map(({ id, value, previous, series, previousSeries }) => [
                  id,
                  { value, previous, series, previousSeries },
                ]),
              ),
            ).toEqual(figuresByHand(all, periods))
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
          }
        })
      },
    ),
    { numRuns: roundsOf(120), examples: [ofADesk] },
  )
  expect(found).toBeGreaterThan(roundsOf(120) / 2)
})
