/** Every figure of Key Metrics is the number of rows behind its link, and people are counted as one would by hand. */
import { channels } from '@verbatim/contract/channels.ts'
import { inDays, lateOn, onDay } from '@verbatim/contract/drilldown-days.ts'
import type { Dashboard, Figure } from '@verbatim/contract/metrics.ts'
import { definitionOf } from '@verbatim/contract/metric-definitions.ts'
import { isWhole } from '@verbatim/reference/share.ts'
import { expect, test } from 'vitest'
import type { Caller } from '#testing/caller.ts'
import type { World, WorldTenant } from '#testing/world.ts'
import { countRows, followLinks } from '#testing/drilldowns.ts'
import { useKeyMetrics } from '#testing/key-metrics.ts'
import { dayAfter } from '#kernel/days.ts'

let world: World
let tenant: WorldTenant
let admin: Caller
let northerner: Caller

useKeyMetrics((opened) => ({ world, tenant, admin, northerner } = opened))

const tabs = ['', '/sales', '/digital', '/compliance']
const dashboard = async (caller: Caller, tab: string, period = 'days=30'): Promise<Dashboard> => {
  const { status, json } = await caller.call('GET', `/bff/metrics${tab}?${period}`)
  expect(status).toBe(200)
  return json
}
/** Each tab as a reader of all and a reader of one group see it; `someTabs` as the first, who has all days and marks, in `npm test`. */
const allTabs = () => [admin, northerner].flatMap((caller) => tabs.map((tab) => ({ caller, tab })))
const someTabs = () => (isWhole ? allTabs() : tabs.map((tab) => ({ caller: admin, tab })))
const known = new Map<string, Promise<number>>()
/** The rows of a list, asked once for each reader: several figures have the same list, and nothing changes meanwhile. */
function rowsOf(caller: Caller, question: Parameters<typeof countRows>[1]): Promise<number> {
  const key = caller.token + JSON.stringify(question)
  const rows = known.get(key) ?? countRows(caller, question)
  known.set(key, rows)
  return rows
}
const figureOf = ({ figures }: Dashboard, id: Figure['id']) => figures.find((figure) => figure.id === id)

test('the list behind every figure has as many rows as the figure says, for readers of all and of one group', async () => {
  let links = 0
  for (const { caller, tab } of allTabs()) {
    const { figures, breakdowns } = await dashboard(caller, tab)
    expect(figures.filter(({ drilldown }) => !drilldown).map(({ id }) => id)).toEqual([])
    const counts = figures.filter(({ id }) => definitionOf(id).unit === 'count')
    expect(counts.map(({ value, drilldown }) => drilldown?.rows ?? value)).toEqual(
      counts.map(({ value }) => value),
    )
    const parts = breakdowns.flatMap((one) => one.parts)
    for (const part of parts) expect(part.drilldown?.rows ?? part.value).toBe(part.value)
    // Several figures have the same list.
    const linked = [...figures, ...parts].map((one) => [JSON.stringify(one.drilldown), one] as const)
    links += await followLinks(caller, [...new Map(linked).values()])
  }
  expect(links).toBeGreaterThan(70)
})

/** Figures that are no number of rows, with the one that is. */
const countedBy: Readonly<Partial<Record<Figure['id'], Figure['id']>>> = {
  'overall-engagement': 'engaged-contacts',
  'hit-rate': 'events-raised',
  precision: 'closed-events',
  'time-to-close': 'closed-events',
  'slow-closing': 'closed-events',
}
/** Their days have tests of their own, or no figure is the number of what is behind them: decisions with a precedent. */
const elsewhere =
  /^(?:agreement|agreement-beyond-chance|response-rate|first-response|kept-promises|capture-completeness|covered-messages)$/

/** Days with rows, those beside them, the first and the last; all days in the whole run. */
const tellingDays = (days: readonly string[], values: ReadonlyMap<string | undefined, number | null>) =>
  days.filter((_, at) => {
    const beside = [days[at - 1], days[at], days[at + 1]]
    return isWhole || at === 0 || at === days.length - 1 || beside.some((day) => values.get(day))
  })

test('the list behind every day has as many rows as the day says, also in the period before', async () => {
  const followed = new Set<Figure['id']>()
  for (const { caller, tab } of someTabs()) {
    const counted = await dashboard(caller, tab, 'days=10')
    const days = [...counted.days.map((_, at) => dayAfter(counted.previousFrom, at)), ...counted.days]
    const byDay = (id: Figure['id']) => {
      const { series = [], previousSeries = [] } = figureOf(counted, id) ?? {}
      return new Map([...previousSeries, ...series].map((value, at) => [days[at], value]))
    }
    for (const { id, series, drilldown } of counted.figures) {
      if (!series || !drilldown || elsewhere.test(id)) continue
      const values = byDay(countedBy[id] ?? id)
      const asked = tellingDays(days, values).map((day) => [day, onDay(drilldown, day, counted)] as const)
      for (const [day, question] of asked.filter(([, one]) => one)) {
        expect([id, day, await rowsOf(caller, question!)]).toEqual([id, day, values.get(day)])
        followed.add(id)
      }
    }
  }
  expect([...followed].toSorted()).toEqual([
    'active-representatives',
    'closed-events',
    'contacts',
    'conversations',
    'differing-decisions',
    'engaged-contacts',
    'events-raised',
    'false-alarms',
    'hit-rate',
    'messages',
    'messages-received',
    'messages-sent',
    'new-adopters',
    'off-channel-mentions',
    'overall-engagement',
    'precision',
    'reached-contacts',
    'slow-closing',
    'time-to-close',
  ])
})

test('the list behind the late messages of a day has as many rows as the day says', async () => {
  const marked = new Map<Figure['id'], number>()
  for (const { caller, tab } of someTabs()) {
    const counted = await dashboard(caller, tab, 'days=45')
    for (const { id, late } of counted.figures)
      for (const { day, messages, lastOn } of late?.days ?? []) {
        const rows = late && (await rowsOf(caller, lateOn(late, day, counted)))
        expect([id, day, rows]).toEqual([id, day, messages])
        expect(lastOn > day).toBe(true)
        marked.set(id, (marked.get(id) ?? 0) + messages)
      }
  }
  expect([...marked.keys()].toSorted()).toEqual([
    'contacts',
    'messages',
    'messages-received',
    'messages-sent',
  ])
})

test('late messages that a reader may not see mark no day', async () => {
  const marksOf = async (caller: Caller) =>
    figureOf(await dashboard(caller, '', 'days=50'), 'messages')?.late?.days
  const [all = [], own = []] = [await marksOf(admin), await marksOf(northerner)]
  const days = own.map(({ day }) => day)
  // What the colleague in the south said arrived late, too.
  expect(all.map(({ day }) => day).filter((day) => !days.includes(day))).toHaveLength(1)
})

test('the list behind every part of the period before has as many rows as the part says', async () => {
  let rows = 0
  for (const { caller, tab } of someTabs()) {
    const counted = await dashboard(caller, tab, 'days=22')
    const before = { from: counted.previousFrom, to: counted.previousTo }
    const parts = counted.breakdowns
      .filter(({ id }) => id !== 'capture-completeness-by-channel')
      .flatMap((one) => one.parts)
    for (const part of parts) {
      const question = part.drilldown && inDays(part.drilldown, before, counted)
      if (!question) continue
      expect([part, await rowsOf(caller, question)]).toEqual([part, part.previous])
      rows += part.previous ?? 0
    }
  }
  expect(rows).toBeGreaterThan(isWhole ? 10 : 0)
})

test('the line of the period before is the line of that period, for readers of all and of one group', async () => {
  const drawn = new Set<Figure['id']>()
  for (const { caller, tab } of someTabs()) {
    const now = await dashboard(caller, tab, 'days=22')
    const before = await dashboard(caller, tab, `date-from=${now.previousFrom}&date-to=${now.previousTo}`)
    for (const { id, series, previousSeries } of now.figures) {
      expect([id, previousSeries]).toEqual([id, series && figureOf(before, id)?.series])
      if (previousSeries?.some(Boolean)) drawn.add(id)
    }
  }
  const counted = ['messages', 'adoption-rate', 'contacts', 'engaged-contacts', 'overall-engagement']
  expect([...drawn]).toEqual(expect.arrayContaining(counted))
})

test('messages, events and people of 30 whole days are compared with the 30 days before', async () => {
  const dashboards = new Map<string, Dashboard>()
  for (const { caller, tab } of allTabs()) dashboards.set(caller.token + tab, await dashboard(caller, tab))
  const shown = (tab: string, id: Figure['id'], caller = admin) =>
    figureOf(dashboards.get(caller.token + tab)!, id)
  const of = (...wanted: Parameters<typeof shown>) => {
    const { value, previous } = shown(...wanted) ?? {}
    return [value, previous]
  }
  const overview = dashboards.get(admin.token)!
  expect(overview.days).toHaveLength(30)
  expect(overview.to < new Date(world.ctx.now()).toISOString().slice(0, 10)).toBe(true)
  expect(of('', 'messages')).toEqual([7, 3])
  expect(of('', 'messages-received')).toEqual([3, 1])
  expect(of('', 'messages-sent')).toEqual([4, 2])
  // Ann’s two are six days apart, Bob’s are 23 hours apart, and his two earlier ones 48 hours.
  expect(of('', 'conversations')).toEqual([4, 3])
  expect(of('', 'events-raised')).toEqual([2, 0])
  expect(of('', 'connected-accounts')).toEqual([3, null])
  expect(shown('', 'connected-accounts')?.note).toBe(`On 3 of ${channels.length} channels.`)
  expect(of('/sales', 'representatives')).toEqual([1, 2])
  expect(of('/sales', 'active-representatives')).toEqual([1, 2])
  expect(of('/sales', 'adoption-rate')).toEqual([100, 100])
  expect(of('/sales', 'new-adopters')).toEqual([0, 2])
  // Ann waited an hour, and six days and an hour the other time; the stranger was not answered.
  expect(of('/sales', 'response-rate')).toEqual([33.3, 0])
  expect(of('/sales', 'first-response')).toEqual([(60 + 145 * 60) / 2, null])
  // Ann’s papers were promised for the day after; Bob got another message in time.
  expect(of('/sales', 'overdue-promises')).toEqual([1, null])
  expect(of('/sales', 'open-promises')).toEqual([0, null])
  expect(of('/sales', 'kept-promises')).toEqual([50, null])
  // Behind it is the kept one, of the two that were due.
  expect(shown('/sales', 'kept-promises')?.drilldown?.rows).toBe(1)
  expect(of('/digital', 'contacts')).toEqual([3, 1])
  expect(of('/digital', 'reached-contacts')).toEqual([2, 1])
  expect(of('/digital', 'engaged-contacts')).toEqual([2, 1])
  expect(of('/digital', 'overall-engagement')).toEqual([66.7, 100])
  expect(of('/compliance', 'hit-rate')).toEqual([285.7, 0])
  expect(of('/compliance', 'open-events')).toEqual([2, null])
  expect(of('/compliance', 'aged-events')).toEqual([0, null])
  // Without the colleague’s message, who is in the south.
  expect(of('', 'messages-sent', northerner)).toEqual([4, 1])
  expect(of('/sales', 'representatives', northerner)).toEqual([1, 1])
})

test('each category has its messages, its share and its days', async () => {
  const counted = figureOf(await dashboard(admin, ''), 'messages')?.value ?? 0
  const all = (await admin.call('GET', '/bff/categories/metrics?days=30')).json
  expect(all.items).toHaveLength(5)
  expect(all.items.reduce((sum: number, { messages }: { messages: number }) => sum + messages, 0)).toBe(
    counted,
  )
  const some = all.items.find(({ messages }: { messages: number }) => messages > 0)
  const one = (await admin.call('GET', `/bff/categories/metrics?days=30&category-id=${some.id}`)).json
  expect(one.items).toEqual([some])
  expect(some.share).toBe(Math.round((some.messages / counted) * 1000) / 10)
  expect(some.series.reduce((sum: number, messages: number) => sum + messages, 0)).toBe(some.messages)
  const { status, json } = await admin.call('GET', '/bff/categories/metrics?category-id=none')
  expect([status, json.code]).toEqual([404, 'category.not-found'])
})

test.each([
  ['days=0', 'days'],
  ['days=900', 'days'],
  ['days=7&date-from=2026-01-01&date-to=2026-01-02', 'days'],
  ['date-from=2026-01-01', 'date-to'],
  ['date-to=2026-01-01', 'date-from'],
  ['date-from=2026-01-02&date-to=2026-01-01', 'date-to'],
  ['date-from=2020-01-01&date-to=2026-01-01', 'date-from'],
  ['date-from=0001-01-01&date-to=0001-01-05', 'date-from'],
  ['date-from=9999-12-30&date-to=9999-12-31', 'date-to'],
  ['date-from=soon&date-to=2026-01-01', 'date-from'],
  ['period=7', 'period'],
])('the period %s is refused, naming its part', async (asked, field) => {
  const { status, text } = await admin.call('GET', `/bff/metrics?${asked}`)
  expect(status).toBe(400)
  expect(text).toContain(field)
})

test('how long a client may wait, and the business hours, are settings that figures follow and state', async () => {
  const noteOf = async (id: Figure['id']) => figureOf(await dashboard(admin, '/sales'), id)?.note
  const waiting = async () => figureOf(await dashboard(admin, '/sales'), 'waiting-clients')?.value
  expect([await waiting(), await noteOf('waiting-clients')]).toEqual([
    1,
    'They have waited for at least 24 hours.',
  ])
  expect(await noteOf('first-response-business')).toBe('Monday to Friday, 09:00–17:00, UTC.')
  const set = async (change: object) =>
    expect((await admin.call('PUT', '/bff/organizations', change)).status).toBe(200)
  // The stranger has waited for five days; only Ann’s second answer took longer.
  await set({ waitingHours: 720, businessHours: { days: [1], from: '00:00', to: '24:00', holidays: [] } })
  expect([await waiting(), await noteOf('waiting-clients')]).toEqual([
    0,
    'They have waited for at least 720 hours.',
  ])
  expect(await noteOf('first-response-business')).toBe('Monday, 00:00–24:00, UTC.')
  const everyDay = { days: [1, 2, 3, 4, 5, 6, 7], from: '00:00', to: '24:00', holidays: [] }
  await set({ waitingHours: 24, businessHours: everyDay })
  const all = await dashboard(admin, '/sales')
  expect(figureOf(all, 'first-response-business')?.value).toBe(figureOf(all, 'first-response')?.value)
  for (const owner of ['all', '123'])
    expect((await admin.call('GET', `/bff/dashboards/sales/waiting-clients?owner=${owner}`)).status).toBe(400)
})

test('a reader without the permission of a tab gets none of its figures', async () => {
  const withoutRole = await world.as(tenant, tenant.users.none)
  for (const path of [
    ...tabs.map((tab) => `/bff/metrics${tab}`),
    '/bff/categories/metrics',
    '/bff/dashboards/sales/representatives',
    '/bff/dashboards/sales/active-representatives',
    '/bff/dashboards/sales/bursts',
    '/bff/dashboards/sales/waiting-clients',
    '/bff/dashboards/sales/waiting-owners',
    '/bff/dashboards/capture/account-days',
    '/bff/dashboards/digital/contacts',
    '/bff/dashboards/compliance/policies',
    '/bff/dashboards/compliance/reviewers',
  ])
    expect([path, (await withoutRole.call('GET', path)).status]).toEqual([path, 403])
})
