/** Each part of a tab is counted by itself: what the database cannot count is named, and the others are shown. */
import { channels } from '@verbatim/contract/channels.ts'
import type { GroupId } from '@verbatim/contract/ids.ts'
import { type MetricTabId, metricTabIds } from '@verbatim/contract/metric-tabs.ts'
import { type Dashboard, failedParts } from '@verbatim/contract/metrics.ts'
import { readyInsights } from '@verbatim/contract/ready-insights.ts'
import { tabFigures } from '@verbatim/contract/tab-figures.ts'
import { shareOf } from '@verbatim/reference/share.ts'
import { type RawBuilder, sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { partCounter, type PartCounting } from '#domains/metrics/counted-parts.ts'
import { findDashboard } from '#domains/metrics/counted-tabs.ts'
import { findInsightFigures } from '#domains/metrics/insight-figures.ts'
import { findActor } from '#domains/permissions/actors.ts'
import { findReport } from '#flows/make-reports/report.ts'
import { inTenant, type TenantTx } from '#platform/db.ts'
import type { Caller } from '#testing/caller.ts'
import { holdTable, wholly } from '#testing/counting.ts'
import { useKeyMetrics } from '#testing/key-metrics.ts'
import type { World, WorldTenant } from '#testing/world.ts'

let world: World
let tenant: WorldTenant
let admin: Caller
useKeyMetrics((opened) => ({ world, tenant, admin } = opened))

/** Runs `work` while another transaction holds a table. */
async function whileHeld<T>(table: string, work: () => Promise<T>): Promise<T> {
  const release = await holdTable(world.ctx.db, tenant.id, table)
  return work().finally(release)
}

/** Runs `work` for the super administrator, in a transaction that does not wait for locks. */
const impatiently = <T>(work: (tx: TenantTx, actor: Reader) => Promise<T>, lockTimeoutMs = 100) =>
  inTenant(world.ctx.db, tenant.id, async (tx) => {
    const actor = await findActor(tx, tenant.users.super_admin)
    if (!actor) throw new Error('no such user')
    await sql`select set_config('lock_timeout', ${String(lockTimeoutMs)}, true)`.execute(tx)
    return work(tx, actor)
  })
type Reader = NonNullable<Awaited<ReturnType<typeof findActor>>>

const asked = (tab: MetricTabId) => ({ tab, query: {}, now: world.ctx.now(), ...wholly })

const cases: readonly (readonly [MetricTabId, string, readonly string[], parts: readonly string[]])[] = [
  [
    'organization',
    'conversation_day',
    ['conversations', 'active-representatives'],
    ['conversations', 'active-representatives'],
  ],
  [
    'sales',
    'promise',
    ['open-promises', 'overdue-promises', 'kept-promises'],
    ['open-promises overdue-promises kept-promises'],
  ],
  ['digital', 'opening', ['conversations'], ['conversations']],
  ['compliance', 'message_rollup', ['hit-rate', 'covered-messages'], ['hit-rate', 'covered-messages']],
  [
    'compliance',
    'off_channel_mention',
    ['off-channel-mentions', 'off-channel-mentions-by-way'],
    ['off-channel-mentions', 'off-channel-mentions-by-way'],
  ],
]

test.each(shareOf(cases))(
  'on the tab %s, only the parts that need %s fail with it',
  async (tab, table, ids, parts) => {
    const whole = await impatiently((tx, { scope }) => findDashboard(tx, scope, asked(tab)))
    expect(whole.failed).toEqual([])
    const notCounted: string[] = []
    const onFailure = (part: string) => notCounted.push(part)
    const partly = await whileHeld(table, () =>
      impatiently((tx, { scope }) => findDashboard(tx, scope, { ...asked(tab), onFailure })),
    )
    expect(partly.failed).toEqual(ids.map((id) => ({ id, reason: 'unavailable' })))
    expect(notCounted).toEqual(parts)
    const others = <T extends { readonly id: string }>(all: readonly T[]) =>
      all.filter(({ id }) => !ids.includes(id))
    expect(partly.figures).toEqual(others(whole.figures))
    expect(partly.breakdowns).toEqual(others(whole.breakdowns))
  },
)

test('over HTTP, every tab returns the parts that could be counted', async () => {
  const path = { organization: '', sales: '/sales', digital: '/digital', compliance: '/compliance' } as const
  const ask = async (tab: MetricTabId): Promise<Dashboard> => {
    const { status, json } = await admin.call('GET', `/bff/metrics${path[tab]}`)
    expect(status).toBe(200)
    return json
  }
  const answers = await whileHeld('message_rollup', async () => {
    const counted = Promise.all(metricTabIds.map(ask))
    await giveUpWaiting(counted)
    return counted
  })
  const failed = answers.map((answer) => failedParts(answer).map(({ id, reason }) => `${id}: ${reason}`))
  expect(Object.fromEntries(metricTabIds.map((tab, at) => [tab, failed[at]]))).toEqual({
    organization: [
      'messages: too-long',
      'messages-received: too-long',
      'messages-sent: too-long',
      'messages-by-channel: too-long',
      'messages-by-category: too-long',
      'messages-by-urgency: too-long',
    ],
    sales: ['messages-sent: too-long'],
    digital: [],
    compliance: ['hit-rate: too-long', 'covered-messages: too-long'],
  })
  for (const { figures } of answers) expect(figures.length).toBeGreaterThan(2)
})

test('all parts of a tab are counted at one moment', async () => {
  const connected = ({ figures }: Dashboard) => figures.find(({ id }) => id === 'connected-accounts')?.value
  const ask = async (): Promise<Dashboard> => (await admin.call('GET', '/bff/metrics')).json
  const before = connected(await ask())
  expect(before).toBeGreaterThan(0)
  // Conversations are counted before accounts.
  const release = await holdTable(world.ctx.db, tenant.id, 'conversation_day')
  const counted = ask()
  try {
    await vi.waitFor(async () => expect(await waiting()).toBe(1), { timeout: 5_000 })
    await setStatus('inactive')
  } finally {
    await release()
  }
  try {
    expect(connected(await counted)).toBe(before)
    expect(connected(await ask())).toBe(0)
  } finally {
    await setStatus('active')
  }
})

const inDatabase = <T>(statement: RawBuilder<T>) =>
  inTenant(world.ctx.db, tenant.id, async (tx) => (await statement.execute(tx)).rows)

async function waiting(): Promise<number | undefined> {
  const [found] = await inDatabase(sql<{ n: number }>`select count(*)::int as n from pg_locks
    where not granted and relation = 'conversation_day'::regclass`)
  return found?.n
}

const setStatus = (status: string) => inDatabase(sql`update channel_account set status = ${status}`)

test.each(metricTabIds)('the tab %s has the figures of its screen, in their order', async (tab) => {
  const { figures } = await impatiently((tx, { scope }) => findDashboard(tx, scope, asked(tab)))
  expect(figures.map(({ id }) => id)).toEqual(tabFigures[tab].flatMap(({ ids }) => ids))
})

/** Cancels each statement that waits for a lock, as the time limit does after seconds. */
async function giveUpWaiting(until: Promise<unknown>): Promise<void> {
  let isOver = false
  const over = until.then(
    () => (isOver = true),
    () => (isOver = true),
  )
  while (!isOver) {
    await inTenant(world.ctx.db, tenant.id, (tx) =>
      sql`select pg_cancel_backend(pid) from pg_locks where not granted
        and database = (select oid from pg_database where datname = current_database())`.execute(tx),
    )
    await Promise.race([over, new Promise((resolve) => setTimeout(resolve, 50))])
  }
}

type Find = (tx: TenantTx, actor: Reader, counting: PartCounting) => Promise<unknown>

const subjects: Readonly<Record<'tab' | 'insight' | 'report', Find>> = {
  tab: (tx, actor, counting) => findDashboard(tx, actor.scope, { ...asked('organization'), ...counting }),
  insight: (tx, actor, counting) => {
    const { definition } = readyInsights['weekly-supervision']
    return findInsightFigures(tx, actor, { definition, query: {}, now: world.ctx.now(), ...counting })
  },
  report: (tx, actor, counting) => findTabReport(tx, actor, 'organization', counting),
}

test.each(Object.entries(subjects))('a bug in a part (%s) is an error of the call', async (_, find) => {
  const notCounted: string[] = []
  const counted = impatiently((tx, actor) => {
    // The database refuses the conditions of this scope.
    const scope = [{ channels: [...channels], groupIds: ['not an ID' as GroupId] }]
    return find(tx, { ...actor, scope }, { ...wholly, onFailure: (part) => notCounted.push(part) })
  })
  await expect(counted).rejects.toMatchObject({ code: '22P02' })
  expect(notCounted).toEqual([])
})

test('all statements of a part share its time limit, and the next part has its own', async () => {
  const notCounted: string[] = []
  const limits = { longestPartMs: 400, onFailure: (part: string) => notCounted.push(part) }
  const pause = (tx: TenantTx) => sql`select pg_sleep(0.28)`.execute(tx)
  const outcomes = await impatiently(async (tx) => {
    const countPart = partCounter(tx, { ...wholly, ...limits })
    const slow = await countPart('slow', async () => {
      await pause(tx)
      await pause(tx)
      return 'slow'
    })
    const limit = sql`select current_setting('statement_timeout') as most`
    return [slow, await countPart('other', async () => (await limit.execute(tx)).rows)]
  })
  expect(outcomes).toEqual([{ failed: 'too-long' }, { counted: [{ most: '400ms' }] }])
  expect(notCounted).toEqual(['slow'])
})

test('the tables of a report get the remaining time of the tab', { tags: ['whole'] }, async () => {
  const counting = { ...wholly, limitMs: 400, longestPartMs: 10_000, onFailure: () => {} }
  const found = await whileHeld('message_rollup', () =>
    impatiently((tx, actor) => findTabReport(tx, actor, 'compliance', counting), 10_000),
  )
  if ('refusal' in found) throw new Error(found.refusal)
  const texts = found.report.blocks.flatMap((block) => (block.kind === 'text' ? [block.title] : []))
  expect(texts.slice(-2)).toEqual(['Policies', 'Reviewers'])
})

const findTabReport = (tx: TenantTx, actor: Reader, tab: MetricTabId, counting: PartCounting) =>
  findReport(tx, actor, world.ctx, {
    subject: { kind: 'metrics', tab },
    query: {},
    now: world.ctx.now(),
    ...counting,
  })

test('when the time for a tab is over, its remaining parts fail and are named', async () => {
  const notCounted: string[] = []
  const over = { limitMs: 300, onFailure: (part: string) => notCounted.push(part) }
  const found = await whileHeld('conversation_day', () =>
    impatiently((tx, { scope }) => findDashboard(tx, scope, { ...asked('digital'), ...over }), 10_000),
  )
  expect(found.figures).toEqual([])
  expect(new Set(failedParts(found).map(({ reason }) => reason))).toEqual(new Set(['too-long']))
  expect(notCounted.at(-1)).toBe('conversations')
})

test('the counting ends when the reader leaves, and no part counts as failed', async () => {
  const leaving = new AbortController()
  setTimeout(() => leaving.abort(new Error('left')), 300)
  const notCounted: string[] = []
  const onFailure = (part: string) => notCounted.push(part)
  const counted = whileHeld('promise', () =>
    inTenant(
      world.ctx.db,
      tenant.id,
      async (tx) => {
        const actor = await findActor(tx, tenant.users.super_admin)
        if (!actor) throw new Error('no such user')
        return findDashboard(tx, actor.scope, { ...asked('sales'), signal: leaving.signal, onFailure })
      },
      { signal: leaving.signal },
    ),
  )
  await expect(counted).rejects.toThrow('left')
  expect(notCounted).toEqual([])
})

test('a report names a part that could not be counted in its place, without a figure', async () => {
  const report = (tab: MetricTabId, table: string) =>
    whileHeld(table, () =>
      impatiently((tx, actor) => findTabReport(tx, actor, tab, { ...wholly, onFailure: () => {} })),
    )
  const blocksOf = async (tab: MetricTabId, table: string) => {
    const found = await report(tab, table)
    if ('refusal' in found) throw new Error(found.refusal)
    const { blocks } = found.report
    return {
      texts: blocks.flatMap((block) => (block.kind === 'text' ? [`${block.title}: ${block.text}`] : [])),
      figures: blocks
        .flatMap((block) => (block.kind === 'figures' ? block.figures : []))
        .map(({ name }) => name),
      titles: blocks.flatMap((block) => ('title' in block && block.kind !== 'text' ? [block.title] : [])),
    }
  }
  const overview = await blocksOf('organization', 'message_rollup')
  expect(overview.texts).toEqual(
    [
      'Messages',
      'Messages received',
      'Messages sent',
      'Messages per day',
      'Messages by channel',
      'Messages by category',
      'Messages by urgency',
    ].map((title) => `${title}: It can’t be counted right now.`),
  )
  expect(overview.figures).not.toContain('Messages')
  expect(overview.figures).toContain('Events raised')
  expect(overview.titles.filter((title) => title?.startsWith('Messages'))).toEqual([])
  // Its tables of people are parts, too.
  const sales = await blocksOf('sales', 'conversation_day')
  for (const title of ['Representatives', 'Adoption per day', 'Active representatives', 'Waiting clients'])
    expect(sales.texts).toContain(`${title}: It can’t be counted right now.`)
  expect(sales.figures).toContain('Messages sent')
  expect(sales.titles).toContain('Messages sent per day')
})
