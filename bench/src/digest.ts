/**
 * What each part adds to storing a thousand messages, in CPU time of the database and of what ingests: a machine that is shared with other
 * jobs slows both down, and wall time says little there. Batches with and without each part alternate, over reference conversations,
 * half of them sent, after the themes were found.
 */
import { findConnector } from '@verbatim/server/channels/registry.ts'
import { ingest } from '@verbatim/server/flows/capture/ingest.ts'
import { keepArrivals } from '@verbatim/server/flows/capture/keep.ts'
import { reviseThemes } from '@verbatim/server/flows/themes/revise.ts'
import type { WorldTenant } from '@verbatim/server/testing/world.ts'
import { batchRows, toArrival } from './deliveries.ts'
import { type Claim, percentile, type Row } from './figures.ts'
import { openProduct, type Product } from './product.ts'
import { benchTexts } from './texts.ts'

const messages = 1_000
const rounds = 12
/** Batches before: for the themes, and for the caches. */
const [first, warming] = [6, 3]
/** Conversations at a time, and the time between two messages. */
const [among, everyMs] = [10, 10_000]
const began = Date.UTC(2026, 9, 1)
const representative = '+15550100001'

interface Part {
  readonly what: string
  readonly triggers?: readonly string[]
  readonly isThemes?: boolean
  /** Of the whole. */
  readonly atMost?: number
}

const parts: readonly Part[] = [
  { what: 'the counts of Key Metrics', triggers: ['roll_up_messages'], atMost: 1.05 },
  { what: 'noting conversations for openings', triggers: ['open_additions'] },
  { what: 'days and words of lists and searches', triggers: ['note_messages'] },
  { what: 'themes and sub-themes', isThemes: true },
]

export const digest: Claim = {
  name: 'digest',
  async measure({ tell }): Promise<Row[]> {
    await using product = await openProduct({ works: false })
    const tenant = await product.world.makeTenant('digest')
    const storing = await openStoring(product, tenant)
    for (let batch = 0; batch < first; batch++) await storing.store()
    await reviseThemes(product.world.ctx, tenant.id)
    await product.admin.query('analyze')
    for (let batch = 0; batch < warming; batch++) await storing.store()
    const wholes: number[] = []
    const without = parts.map((): number[] => [])
    for (let round = 0; round < rounds; round++) {
      wholes.push(await storing.store())
      for (const [index, part] of parts.entries()) without[index]?.push(await storing.storeWithout(part))
    }
    const whole = usual(wholes)
    return parts.map(({ what, atMost }, index) => {
      const floor = usual(without[index] ?? [])
      tell(`${what}: ${(whole - floor).toFixed(1)} ms of ${whole.toFixed(0)} ms`)
      return {
        what: `Storing 1,000 messages with ${what}, CPU time`,
        ours: whole,
        floor,
        against: 'without',
        unit: 'ms',
        ...(atMost && { marks: { times: atMost } }),
      }
    })
  },
}

/** The lower quarter: other jobs add to a measurement, and take nothing away. */
const usual = (times: readonly number[]) => percentile(times, 0.25)

async function openStoring({ world, admin }: Product, tenant: WorldTenant) {
  const { ctx } = world
  const reader = findConnector('sms')?.openReader?.({ threads: 1, timeoutMs: 1_000, memoryMb: 64 })
  if (!reader) throw new Error('No reader of text messages')
  const readers = { find: () => reader }
  const texts = benchTexts()
  let count = 0
  const store = async (themePlacer = ctx.themePlacer) => {
    const arrivals = Array.from({ length: messages }, () => {
      count += 1
      return arrivalOf(tenant, texts[count % texts.length] ?? '', count)
    })
    for (let at = 0; at < messages; at += batchRows)
      await keepArrivals(ctx.db, tenant.id, arrivals.slice(at, at + batchRows), new Date())
    const before = { own: process.cpuUsage(), database: await databaseCpu(admin) }
    await ingest({ ...ctx, themePlacer, readers }, tenant.id)
    const own = process.cpuUsage(before.own)
    const database = [...(await databaseCpu(admin))].reduce(
      (sum, [pid, used]) => sum + used - (before.database.get(pid) ?? 0),
      0,
    )
    return (own.user + own.system) / 1_000 + database
  }
  return {
    store: () => store(),
    async storeWithout({ triggers = [], isThemes }: Part) {
      const switchTo = (to: string) =>
        admin.query(`alter table message ${triggers.map((name) => `${to} trigger ${name}`).join(', ')}`)
      if (isThemes) return store({ place: () => Promise.resolve() })
      await switchTo('disable')
      try {
        return await store()
      } finally {
        await switchTo('enable')
      }
    },
  }
}

/**
 * Every second message is one that the representative sent. Conversations have bursts of six within minutes, and a thousand messages come
 * in three hours, as from a list of what was missed.
 */
function arrivalOf(tenant: WorldTenant, text: string, index: number) {
  const arrival = toArrival(tenant, text, index)
  const form = new URLSearchParams(arrival.bytes.toString())
  const burst = Math.floor(index / (6 * among)) * among + (index % among)
  const client = `+1555${String(burst % 2_000).padStart(7, '0')}`
  const isSent = Math.floor(index / among) % 2 === 1
  form.set('From', isSent ? representative : client)
  form.set('To', isSent ? client : representative)
  const receivedAt = new Date(began + index * everyMs)
  return { ...arrival, receivedAt, bytes: Buffer.from(form.toString()) }
}

/** The CPU time that each connection's process has used, in milliseconds. Source: Linux, Documentation/scheduler/sched-stats.rst. */
async function databaseCpu(admin: Product['admin']): Promise<ReadonlyMap<number, number>> {
  const { rows } = await admin.query<{ pid: number; used: string | null }>(
    `select pid, pg_read_file('/proc/' || pid || '/schedstat', 0, 100, true) as used from pg_stat_activity
      where backend_type = 'client backend' and pid <> pg_backend_pid()`,
  )
  return new Map(rows.flatMap(({ pid, used }) => (used ? [[pid, Number(used.split(' ')[0]) / 1e6]] : [])))
}
