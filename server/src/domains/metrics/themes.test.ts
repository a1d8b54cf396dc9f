/** The figures of themes against a count by hand, over generated messages and scopes, and the lists behind them. */
import { channels } from '@verbatim/contract/channels.ts'
import { onDay } from '@verbatim/contract/drilldown-days.ts'
import { type GroupId, type MessageId, UserId } from '@verbatim/contract/ids.ts'
import type { Drilldown } from '@verbatim/contract/metrics.ts'
import type { Theme } from '@verbatim/contract/themes.ts'
import { isWhole, roundsOf } from '@verbatim/reference/share.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { putThemes } from '#domains/themes/placing-commands.ts'
import type { AccessScope } from '#kernel/actor.ts'
import { newId } from '#kernel/uuid.ts'
import { inTenant, type TenantTx } from '#platform/db.ts'
import type { TestDatabase } from '#testing/database.ts'
import { findListed } from '#testing/listed-messages.ts'
import { insertMessages } from '#testing/messages.ts'
import { insertThemes } from '#testing/themes.ts'
import {
  become,
  countByHand,
  groups,
  names,
  now,
  queryAt,
  seenOf,
  someChannels,
  tell,
  told,
} from '#testing/themes-by-hand.ts'
import { useTestDatabase } from '#testing/test-world.ts'
import { anyScopeOf } from '#testing/scopes.ts'
import { makeOrganization } from '#testing/organizations.ts'
import { findPeriods } from './period.ts'
import { recountMessages } from './rebuild.ts'
import { findTheme } from './theme.ts'
import { findThemeContacts } from './theme-people.ts'
import { findThemeMetrics } from './themes.ts'

const query = { 'date-from': '2026-10-23', 'date-to': '2026-10-26' }
/** Its clocks go back on 25 October 2026. */
const zone = 'Europe/Berlin'
const reader = UserId.parse(newId(now))

const scope = anyScopeOf(someChannels, groups)

let database: TestDatabase
useTestDatabase((opened) => {
  database = opened
})

test('counts of themes equal a count by hand in each zone, also of late and changed messages, and each links to as many rows', async () => {
  let [different, changed] = [0, 0]
  await fc.assert(
    fc.asyncProperty(
      told,
      fc.array(scope, { minLength: 1, maxLength: isWhole ? 3 : 2 }),
      async ({ clock, isMoved, given }, readers) => {
        const { zone } = clock
        const zones = { time_zone: zone, rollup_zone: isMoved ? 'UTC' : zone }
        const tenantId = await makeOrganization(database.db, now, zones)
        const query = queryAt(clock)
        await inTenant(database.db, tenantId, async (tx) => {
          const themes = await tell(tx, given)
          if (isMoved) await recountMessages(tx)
          const last = given.map(become)
          changed += last.filter((one, at) => one !== given[at]).length
          for (const scopeOf of readers) {
            const question = { scope: scopeOf, userId: reader, category: undefined }
            const periods = await findPeriods(tx, query, now)
            const { items } = await findThemeMetrics(tx, question, {
              query,
              view: 'shown',
              order: 'messages',
              now,
            })
            const expected = names.flatMap((_, at) => countByHand(last, at, { scope: scopeOf, clock }) ?? [])
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
              expect((await findListed(tx, scopeOf, drilldown, now)).length).toBe(messages)
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
              const page = (limit: number, skip: number) =>
                findThemeContacts(tx, scopeOf, periods, { themeId: id, limit, skip })
              const { items: all, total } = await page(200, 0)
              expect([all.length, total]).toEqual([contacts, contacts])
              // Of one theme for one reader, or for each reader in the whole run.
              if (id !== items[0]?.id || (scopeOf !== readers[0] && !isWhole)) continue
              await followTheme(tx, scopeOf, theme)
              expect((await page(1, 1)).items).toEqual(all.slice(1, 2))
              expect(await page(5, 100)).toEqual({ items: [], total: contacts })
            }
            // A theme of which the reader sees no message at all does not exist for them.
            for (const [theme, id] of themes.entries()) {
              const seesAll = scopeOf.some(
                ({ channels: all, groupIds }) => all.length > 2 && groupIds === 'all',
              )
              if (seesAll || seenOf(last, theme, scopeOf).length > 0) continue
              const asked = findTheme(tx, question, { id, query, now, seesHidden: true })
              await expect(asked).rejects.toMatchObject({ code: 'theme.not-found' })
            }
          }
        })
      },
    ),
    { numRuns: roundsOf(100, 25) },
  )
  expect(different).toBeGreaterThan(roundsOf(100, 25) / 2)
  expect(changed).toBeGreaterThan(roundsOf(100, 25))
})

/** Each of its channels, categories and days opens as many messages as it says. */
async function followTheme(tx: TenantTx, scope: AccessScope, theme: Theme): Promise<void> {
  const rowsOf = async (link: Omit<Drilldown, 'rows'>) => (await findListed(tx, scope, link, now)).length
  for (const { messages, drilldown } of [...theme.channels, ...theme.categories])
    expect([drilldown, drilldown && (await rowsOf(drilldown))]).toEqual([drilldown, drilldown && messages])
  for (const [at, day] of theme.days.entries())
    expect([day, await rowsOf(onDay(theme.drilldown, day, theme)!)]).toEqual([day, theme.series[at]])
}

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
    const asked = { id: deliveries!, query, now, seesHidden: true }
    const complained = await findTheme(tx, { ...question, category: 'complaint' }, asked)
    expect(complained).toMatchObject({ messages: 1, channels: [{ messages: 1 }] })
    await followTheme(tx, question.scope, complained)
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
