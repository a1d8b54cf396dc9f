/**
 * Key Metrics over many messages, through the API as the console calls it: every tile by itself, the tabs, the tables, and the lists behind
 * figures, for an administrator and for a reader of one group, over a month and over a year; compared with counting the messages of the
 * same days as plain SQL of a superuser. Also in CPU time, which other jobs of a machine change less. And what their counts cost when
 * messages are stored.
 */
import { dayMs } from '@verbatim/contract/durations.ts'
import { resolve } from 'node:path'
import { type Dashboard, failedParts } from '@verbatim/contract/metrics.ts'
import { comparePrecedents } from '@verbatim/server/domains/cognitive-events/precedents.ts'
import { newId } from '@verbatim/server/kernel/uuid.ts'
import { inTenant } from '@verbatim/server/platform/db.ts'
import { insertMessages } from '@verbatim/server/testing/messages.ts'
import pg from 'pg'
import { type Archive, openArchive } from './archive.ts'
import { databaseCpu, spentSince } from './database-cpu.ts'
import { type Claim, percentile, type Row } from './figures.ts'
import { byTurns } from './timed.ts'
import {
  type MetricQuestion,
  rowsQuestion,
  tableQuestions,
  tabQuestions,
  tileQuestions,
} from './metric-questions.ts'
import { endpointRoles, openProduct, type Product } from './product.ts'
import { addSupervision } from './supervised.ts'
import { openTenantClient } from './tenant-client.ts'

const periods = { month: 30, year: 365 } as const
/** Each question is asked a few times, and the slowest of each kind by turns with their floor. */
const tries = 3
const slowest = 3
/** The system counts the CPU time of endpoints in hundredths of a second, so it is that of some answers together. */
const timesUsed = 10

export const metrics: Claim = {
  name: 'metrics',
  async measure(options): Promise<Row[]> {
    await using product = await openProduct({
      works: false,
      ...(options.archive && { home: resolve(options.archive) }),
    })
    const archive = await openArchive(product, options)
    await addSupervision(product, archive)
    await compareAll(product, archive)
    const ask = openTenantClient(product.port, archive.tenant.label)
    await using opened = new AsyncDisposableStack()
    const plain = new pg.Client({ connectionString: product.adminUrl })
    opened.defer(() => plain.end())
    await plain.connect()
    const { users, northerner } = archive.tenant
    const rows: Row[] = []
    for (const [reader, id] of [
      ['an administrator', users.super_admin],
      ['a reader of one group', northerner],
    ] as const) {
      const { token } = await product.world.as(archive.tenant, id)
      for (const [period, days] of Object.entries(periods)) {
        const of = (question: MetricQuestion) => () => askOf(ask, token, question, days)
        const bare = () => countBare(plain, archive, days)
        const given = {
          of,
          bare,
          cpuOf: (act: () => Promise<unknown>) => cpuOf(product, act),
          tell: options.tell,
        }
        for (const [kind, questions] of await questionsOf(of, id === users.super_admin))
          rows.push(...(await measureKind(`${kind} of a ${period} for ${reader}`, questions, given)))
      }
    }
    return [...rows, await storing(product, archive)]
  },
}

type Ask = ReturnType<typeof openTenantClient>

function askOf(ask: Ask, token: string, { path, body }: MetricQuestion, days: number): Promise<unknown> {
  const asked = path.includes('?') ? path : `${path}?days=${days}`
  return ask({ token, path: asked, ...(body !== undefined && { method: 'POST', body }) })
}

/** All questions of a reader by their kind; the lists are those that the tabs lead to. */
async function questionsOf(
  of: (question: MetricQuestion) => () => Promise<unknown>,
  seesIntegrations: boolean,
): Promise<ReadonlyMap<string, readonly MetricQuestion[]>> {
  const lists = new Map<string, MetricQuestion>()
  for (const tab of tabQuestions) {
    const counted = (await of(tab)()) as Dashboard
    const { figures, breakdowns } = counted
    const failed = failedParts(counted)
    if (failed.length > 0) throw new Error(`${tab.name} lacks ${failed.map(({ id }) => id).join(', ')}`)
    const parts = breakdowns.flatMap(({ id, parts: all }) =>
      all.map((part) => ({ ...part, id: `${id} ${part.key}` })),
    )
    for (const { id, drilldown } of [...figures, ...parts]) {
      const question = drilldown && drilldown.rows > 0 ? rowsQuestion(id, drilldown) : undefined
      if (question) lists.set(question.path, question)
    }
  }
  return new Map<string, readonly MetricQuestion[]>([
    ['tabs', tabQuestions],
    ['tables', tableQuestions.filter(({ isOfIntegrations }) => seesIntegrations || !isOfIntegrations)],
    ['tiles', tileQuestions],
    ['lists', [...lists.values()]],
  ])
}

interface Measuring {
  readonly of: (question: MetricQuestion) => () => Promise<unknown>
  readonly bare: () => Promise<unknown>
  readonly cpuOf: (act: () => Promise<unknown>) => Promise<number>
  readonly tell: (text: string) => void
}

/** The slowest of a kind. */
async function measureKind(
  kind: string,
  questions: readonly MetricQuestion[],
  { of, bare, cpuOf: used, tell }: Measuring,
): Promise<Row[]> {
  const tried: { question: MetricQuestion; best: number }[] = []
  for (const question of questions) {
    const times: number[] = []
    for (let i = 0; i < tries; i++) {
      const began = performance.now()
      await of(question)()
      times.push(performance.now() - began)
    }
    tried.push({ question, best: Math.min(...times) })
  }
  const rows: Row[] = []
  for (const { question } of tried.toSorted((one, other) => other.best - one.best).slice(0, slowest)) {
    const times = await byTurns(of(question), bare, 20)
    const ours = percentile(times.ours, 0.95)
    const row = { what: `Metrics: of ${questions.length} ${kind}: ${question.name}, p95`, ours }
    const floor = percentile(times.bare, 0.95)
    rows.push({ ...row, floor, against: 'counting the messages', unit: 'ms', marks: { atMost: 150 } })
    const cpu = { ours: await used(of(question)), floor: await used(bare) }
    rows.push({
      ...row,
      ...cpu,
      what: `${row.what.replace(', p95', '')}, CPU time`,
      against: 'counting the messages',
      unit: 'ms',
    })
    tell(
      `${row.what}: ${ours.toFixed(0)} ms, median ${percentile(times.ours, 0.5).toFixed(0)} ms, CPU ${cpu.ours.toFixed(0)} ms`,
    )
  }
  return rows
}

/** The CPU time of an answer, of the database and of the endpoints, in milliseconds. */
async function cpuOf(product: Product, act: () => Promise<unknown>): Promise<number> {
  const before = { database: await databaseCpu(product.admin), endpoints: await product.cpuMs(endpointRoles) }
  for (let i = 0; i < timesUsed; i++) await act()
  const endpoints = (await product.cpuMs(endpointRoles)) - before.endpoints
  return (endpoints + (await spentSince(product.admin, before.database))) / timesUsed
}

/** As a worker does, which this claim goes without. */
async function compareAll({ world, admin }: Product, { tenant }: Archive): Promise<void> {
  const turn = () =>
    inTenant(world.ctx.db, tenant.id, (tx) => comparePrecedents(tx, 1_000, new Date(Date.now() + dayMs)))
  while ((await turn()) > 0) continue
  await admin.query('vacuum analyze precedent, precedent_due')
}

/** The messages by day of a period and of the one before, as one would count them. */
async function countBare(plain: pg.Client, { tenant, now }: Archive, days: number): Promise<void> {
  const today = Math.floor(now.getTime() / dayMs) * dayMs
  await plain.query(`select posted_at::date, direction, count(*) from message where tenant_id = '${tenant.id}'
    and posted_at >= '${new Date(today - 2 * days * dayMs).toISOString()}' and posted_at < '${new Date(today).toISOString()}' group by 1, 2`)
}

/** Turns off or on what counts new messages for Key Metrics. */
async function switchCounts(admin: Pick<Product['admin'], 'query'>, to: 'enable' | 'disable'): Promise<void> {
  await admin.query(`alter table message ${to} trigger roll_up_messages, ${to} trigger open_additions`)
}

const batch = 500
const rounds = 30

/** Storing messages with the counts, and without. */
async function storing({ world, admin }: Product, { tenant, group }: Archive): Promise<Row> {
  const store = () => {
    const now = new Date()
    const conversations = Array.from({ length: batch / 5 }, () => newId<never>(now))
    const given = Array.from({ length: batch }, (_, i) => ({
      conversation_id: conversations[i % conversations.length]!,
      group_ids: [group],
      direction: i % 2 ? ('inbound' as const) : ('outbound' as const),
      body: `The price of the fund is ${i}, and the client has asked for it twice`,
    }))
    return inTenant(world.ctx.db, tenant.id, (tx) => insertMessages(tx, given, now))
  }
  const timed = async () => {
    const began = performance.now()
    await store()
    return performance.now() - began
  }
  const times = { with: [] as number[], without: [] as number[] }
  for (let round = -3; round < rounds; round++) {
    await switchCounts(admin, 'disable')
    const without = await timed()
    await switchCounts(admin, 'enable')
    const counted = await timed()
    if (round < 0) continue
    times.with.push(counted)
    times.without.push(without)
  }
  return {
    what: `Metrics: storing ${batch} messages with their counts, median`,
    ours: percentile(times.with, 0.5),
    floor: percentile(times.without, 0.5),
    against: 'without counts',
    unit: 'ms',
    marks: { times: 1.2 },
  }
}
