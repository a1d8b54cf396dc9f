/** The figures of themes against a count by hand, over generated messages and scopes, and the lists behind them. */
import { urgencies } from '@verbatim/contract/categories.ts'
import { channels } from '@verbatim/contract/channels.ts'
import { type ConversationId, GroupId, type MessageId, type ThemeId, UserId } from '@verbatim/contract/ids.ts'
import { roundsOf } from '@verbatim/reference/share.ts'
import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { isWithin } from '#access/scope.ts'
import { putThemes } from '#domains/themes/placing-commands.ts'
import type { AccessScope } from '#kernel/actor.ts'
import { newId } from '#kernel/uuid.ts'
import { inTenant, type TenantTx } from '#platform/db.ts'
import type { TestDatabase } from '#testing/database.ts'
import { dayIn } from '#testing/day-in.ts'
import { insertMessages } from '#testing/messages.ts'
import { saidFields } from '#testing/said-messages.ts'
import { insertThemes } from '#testing/themes.ts'
import { useTestDatabase } from '#testing/test-world.ts'
import { anyScopeOf } from '#testing/scopes.ts'
import { makeOrganization } from '#testing/organizations.ts'
import { findPeriods } from './period.ts'
import { findTheme } from './theme.ts'
import { findThemeContacts } from './theme-people.ts'
import { findThemeMetrics } from './themes.ts'

const now = new Date('2026-10-28T12:00:00Z')
const query = { 'date-from': '2026-10-23', 'date-to': '2026-10-26' }
/** Its clocks go back on 25 October 2026. */
const zone = 'Europe/Berlin'
const groups = Array.from({ length: 2 }, () => GroupId.parse(newId(now)))
const reader = UserId.parse(newId(now))
const people = Array.from({ length: 2 }, () => UserId.parse(newId(now)))
const someChannels = channels.slice(0, 2)
const names = ['Deliveries', 'Invoices', 'Holidays'] as const

const said = fc.record({
  ...saidFields(someChannels, groups),
  author_user_id: fc.constantFrom(null, ...people),
  author_address: fc.constantFrom('+15550100001', '+15550100002', '+15550100003'),
  content_type: fc.constantFrom('text' as const, 'text' as const, 'system' as const),
  /** Undefined: about none of them. */
  theme: fc.constantFrom(0, 1, 2, undefined),
})
type Said = typeof said extends fc.Arbitrary<infer T> ? T : never

const scope = anyScopeOf(someChannels, groups)

let database: TestDatabase
useTestDatabase((opened) => {
  database = opened
})

async function insertAll(
  tx: TenantTx,
  given: readonly Said[],
): Promise<{ ids: MessageId[]; themes: ThemeId[] }> {
  // A conversation is on one channel.
  const conversations = new Map(someChannels.map((channel) => [channel, newId<ConversationId>(now)]))
  const rows = given.map((one) => ({ ...one, conversation_id: conversations.get(one.channel)! }))
  const ids = await insertMessages(tx, rows, now)
  const themes = await insertThemes(
    tx,
    names.map((name, theme) => ({ name, messageIds: ids.filter((_, at) => given[at]!.theme === theme) })),
    now,
  )
  return { ids, themes }
}

/** What is said of one theme, counted one by one; undefined if the reader sees nothing of it in both periods. */
function countByHand(messages: readonly Said[], theme: number, scopeOf: AccessScope) {
  const seen = messages.filter(
    (one) =>
      one.theme === theme &&
      one.content_type !== 'system' &&
      isWithin(scopeOf, { channel: one.channel, groupIds: one.group_ids }),
  )
  const between = (from: string, to: string) =>
    seen.filter(({ posted_at }) => dayIn(zone, posted_at) >= from && dayIn(zone, posted_at) <= to)
  const current = between('2026-10-23', '2026-10-26')
  const previous = between('2026-10-19', '2026-10-22')
  if (current.length + previous.length === 0) return undefined
  const outside = current.filter((one) => one.direction === 'inbound' && one.author_user_id === null)
  return {
    name: names[theme],
    messages: current.length,
    previous: previous.length,
    contacts: new Set(outside.map((one) => one.author_address)).size,
    urgency: Object.fromEntries(
      urgencies.map((urgency) => [urgency, current.filter((one) => one.urgency === urgency).length]),
    ),
    series: ['2026-10-23', '2026-10-24', '2026-10-25', '2026-10-26'].map((day) => between(day, day).length),
  }
}

test('counts of themes equal a count by hand, also after messages changed, and each links to as many rows', async () => {
  let different = 0
  await fc.assert(
    fc.asyncProperty(
      fc.array(said, { minLength: 5, maxLength: 40 }),
      fc.array(scope, { minLength: 1, maxLength: 3 }),
      async (given, readers) => {
        const tenantId = await makeOrganization(database.db, now, { rollup_zone: zone })
        await inTenant(database.db, tenantId, async (tx) => {
          const { ids, themes } = await insertAll(tx, given)
          // What reaches further groups, or is read again, is counted again.
          const changed = given.map((one, at) =>
            at % 4 === 0 ? { ...one, group_ids: groups, urgency: 'high' as const } : one,
          )
          await sql`update message set group_ids = ${groups}::uuid[], urgency = 'high'
            where id = any(${ids.filter((_, at) => at % 4 === 0)}::uuid[])`.execute(tx)
          for (const scopeOf of readers) {
            const question = { scope: scopeOf, userId: reader, category: undefined }
            const { items } = await findThemeMetrics(tx, question, {
              query,
              view: 'shown',
              order: 'messages',
              now,
            })
            const expected = names.flatMap((_, theme) => countByHand(changed, theme, scopeOf) ?? [])
            const shown = items.map(({ name, messages, previous, contacts, urgency, series }) => ({
              name,
              messages,
              previous,
              contacts,
              urgency,
              series,
            }))
            const byName = (one: { name: unknown }, other: { name: unknown }) =>
              String(one.name) < String(other.name) ? -1 : 1
            expect(shown.toSorted(byName)).toEqual(expected.toSorted(byName))
            for (const { id, messages, drilldown } of items) {
              expect(drilldown).toMatchObject({ filter: `themeId[eq]:${id}`, rows: messages })
              const theme = await findTheme(tx, question, { id, query, now, seesHidden: true })
              expect(theme).toMatchObject({ messages, drilldown })
              const sum = (parts: readonly { messages: number }[]) =>
                parts.reduce((total, part) => total + part.messages, 0)
              expect([sum(theme.channels), sum(theme.categories), sum(theme.people)]).toEqual([
                messages,
                messages,
                messages,
              ])
              different += messages
              // The list behind the number of contacts has them, page by page.
              const { contacts } = theme
              const periods = await findPeriods(tx, query, now)
              const page = (limit: number, skip: number) =>
                findThemeContacts(tx, scopeOf, periods, { themeId: id, limit, skip })
              const { items: all, total } = await page(200, 0)
              expect([all.length, total]).toEqual([contacts, contacts])
              expect((await page(1, 1)).items).toEqual(all.slice(1, 2))
              expect(await page(5, 100)).toEqual({ items: [], total: contacts })
            }
            // A theme of which the reader sees no message at all does not exist for them.
            for (const [theme, id] of themes.entries()) {
              const sees = changed.some(
                (one) =>
                  one.theme === theme &&
                  one.content_type !== 'system' &&
                  isWithin(scopeOf, { channel: one.channel, groupIds: one.group_ids }),
              )
              const isWhole = scopeOf.some(
                ({ channels: all, groupIds }) => all.length > 2 && groupIds === 'all',
              )
              if (!sees && !isWhole)
                await expect(
                  findTheme(tx, question, { id, query, now, seesHidden: true }),
                ).rejects.toMatchObject({
                  code: 'theme.not-found',
                })
            }
          }
        })
      },
    ),
    { numRuns: roundsOf(60) },
  )
  expect(different).toBeGreaterThan(roundsOf(60) / 2)
})

test('the category narrows the messages and what they are a share of', async () => {
  const tenantId = await makeOrganization(database.db, now, { rollup_zone: zone })
  await inTenant(database.db, tenantId, async (tx) => {
    const posted_at = new Date('2026-10-24T12:00:00Z')
    const given = ['complaint', 'complaint', 'question', 'question', 'question'].map((category, at) => ({
      posted_at,
      category,
      theme: at % 2,
    }))
    const ids = await insertMessages(tx, given, now)
    const [deliveries] = await insertThemes(
      tx,
      [{ name: 'Deliveries', messageIds: ids.filter((_, at) => at % 2 === 0) }],
      now,
    )
    const question = { scope: [{ channels, groupIds: 'all' as const }], userId: reader }
    const of = (category: 'complaint' | undefined) =>
      findThemeMetrics(tx, { ...question, category }, { query, view: 'shown', order: 'messages', now })
    expect(await of(undefined)).toMatchObject({
      items: [{ id: deliveries, messages: 3, share: 60 }],
      coverage: { messages: 5, placed: 3 },
    })
    expect(await of('complaint')).toMatchObject({
      items: [
        {
          messages: 1,
          share: 50,
          drilldown: { filter: `themeId[eq]:${deliveries},categoryId[eq]:complaint`, rows: 1 },
        },
      ],
      coverage: { messages: 2, placed: 1 },
    })
  })
})

test('a message whose new reading is about another subject has the other theme', async () => {
  const tenantId = await makeOrganization(database.db, now, { rollup_zone: zone })
  await inTenant(database.db, tenantId, async (tx) => {
    const [id] = await insertMessages(tx, [{}], now)
    const [one, other] = await insertThemes(
      tx,
      [
        { name: 'One', messageIds: [id!] },
        { name: 'Other', messageIds: [] },
      ],
      now,
    )
    const themeOf = async () =>
      (await tx.selectFrom('message_theme').select('theme_id').execute()).map(({ theme_id }) => theme_id)
    expect(await themeOf()).toEqual([one])
    // Placed by a text that has changed since.
    await putThemes(tx, [{ messageId: id!, themeId: other, revision: 7 }])
    expect(await themeOf()).toEqual([one])
    await putThemes(tx, [{ messageId: id!, themeId: other, revision: 1 }])
    expect(await themeOf()).toEqual([other])
    await putThemes(tx, [{ messageId: id!, themeId: undefined }])
    expect(await themeOf()).toEqual([])
  })
})

test('a theme that was found in the period, after the first ones, is new by its words, which a reader of a part does not get', async () => {
  const tenantId = await makeOrganization(database.db, now, { rollup_zone: zone })
  await inTenant(database.db, tenantId, async (tx) => {
    const place = { posted_at: new Date('2026-10-24T12:00:00Z'), group_ids: groups }
    const [one, other] = await insertMessages(tx, [place, place], now)
    const foundAt = async (name: string, at: string, messageIds: MessageId[]) =>
      insertThemes(tx, [{ name, messageIds }], new Date(at))
    // Both on the first of the days, in the organization's zone; the first themes are as old as the messages.
    await foundAt('Deliveries', '2026-10-22T22:00:00Z', [one!])
    await foundAt('Invoices', '2026-10-23T20:00:00Z', [other!])
    const newIn = async (days: Partial<typeof query>, granted: readonly GroupId[] | 'all') => {
      const scope: AccessScope = [{ channels, groupIds: granted === 'all' ? 'all' : [...granted] }]
      const asked = { query: { ...query, ...days }, view: 'shown', order: 'messages', now } as const
      const { items } = await findThemeMetrics(tx, { scope, userId: reader, category: undefined }, asked)
      return Object.fromEntries(items.map(({ name, newBy }) => [name, newBy]))
    }
    expect(await newIn({}, 'all')).toEqual({ Deliveries: undefined, Invoices: 'Found in messages' })
    expect(await newIn({}, groups)).toEqual({ Deliveries: undefined, Invoices: '' })
    expect(await newIn({ 'date-from': '2026-10-24' }, 'all')).toEqual({
      Deliveries: undefined,
      Invoices: undefined,
    })
  })
})
