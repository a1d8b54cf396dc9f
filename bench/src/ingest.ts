/**
 * What each part adds to storing a thousand messages, in CPU time of the database and of what ingests: a machine that is shared with other
 * jobs slows both down, and wall time says little there. Over reference conversations, half of them sent, after the themes were found.
 * Batches with and without themes alternate; what triggers add is too little to be seen so, and is measured by itself.
 */
import { dayMs } from '@verbatim/contract/durations.ts'
import { findConnector } from '@verbatim/server/channels/registry.ts'
import { findOpenings } from '@verbatim/server/domains/metrics/openings.ts'
import { ingest } from '@verbatim/server/flows/capture/ingest.ts'
import { keepArrivals } from '@verbatim/server/flows/capture/keep.ts'
import { reviseThemes } from '@verbatim/server/flows/themes/revise.ts'
import { inTenant } from '@verbatim/server/platform/db.ts'
import type { WorldTenant } from '@verbatim/server/testing/world.ts'
import { databaseCpu, spentSince } from './database-cpu.ts'
import { batchRows, toArrival } from './deliveries.ts'
import { measureTriggers } from './ingest-parts.ts'
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
  readonly trigger: string
  /** Of the whole. */
  readonly atMost?: number
}

const parts: readonly Part[] = [
  { what: 'conversations noted for openings', trigger: 'open_additions' },
  { what: 'the counts of messages', trigger: 'roll_up_messages', atMost: 1.05 },
  { what: 'the counts of themes', trigger: 'count_placed', atMost: 1.05 },
]

export const ingesting: Claim = {
  name: 'ingest',
  async measure({ tell }): Promise<Row[]> {
    await using product = await openProduct({ works: false })
    const tenant = await product.world.makeTenant('ingest')
    const storing = await openStoring(product, tenant)
    for (let batch = 0; batch < first; batch++) await storing.store()
    await reviseThemes(product.world.ctx, tenant.id)
    await product.admin.query('analyze')
    for (let batch = 0; batch < warming; batch++) await storing.store()
    const wholes: number[] = []
    const themeless: number[] = []
    const opened: number[] = []
    for (let round = 0; round < rounds; round++) {
      wholes.push(await storing.store())
      opened.push(await findAllOpenings(product, tenant))
      themeless.push(await storing.storeWithoutThemes())
      await findAllOpenings(product, tenant)
    }
    await storing.store() // the last one, and with themes
    const whole = usual(wholes)
    const added = await measureTriggers(product, { tenant, messages })
    const rowOf = (what: string, cost: number, atMost?: number): Row => {
      tell(`${what}: ${cost.toFixed(1)} ms of ${whole.toFixed(0)} ms`)
      return {
        what: `Storing 1,000 messages with ${what}, CPU time`,
        ours: whole,
        floor: whole - cost,
        against: 'without',
        unit: 'ms',
        ...(atMost && { marks: { times: atMost } }),
      }
    }
    return [
      rowOf('themes and sub-themes', whole - usual(themeless)),
      ...parts.map(({ what, trigger, atMost }) => rowOf(what, added.get(trigger) ?? Number.NaN, atMost)),
      {
        what: 'Openings of the same 1,000 messages found afterwards, CPU time',
        ours: usual(opened),
        floor: whole,
        against: 'storing them',
        unit: 'ms',
      },
    ]
  },
}

/** As a worker does half a minute later. @returns The CPU time, in milliseconds. */
async function findAllOpenings({ admin, world }: Product, tenant: WorldTenant): Promise<number> {
  const later = new Date(Date.now() + dayMs)
  const before = { own: process.cpuUsage(), database: await databaseCpu(admin) }
  const turn = () => inTenant(world.ctx.db, tenant.id, (tx) => findOpenings(tx, 50, later))
  while ((await turn()) > 0) continue
  return ownSince(before.own) + (await spentSince(admin, before.database))
}

function ownSince(before: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1_000
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
    return ownSince(before.own) + (await spentSince(admin, before.database))
  }
  return {
    store: () => store(),
    storeWithoutThemes: () => store({ place: () => Promise.resolve() }),
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
