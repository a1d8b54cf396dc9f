/**
 * What each part adds to storing a thousand messages, in CPU time of the database and of what ingests: a machine that is shared with other
 * jobs slows both down, and wall time says little there. Over reference conversations, half of them sent, after the themes were found.
 * Batches with and without themes alternate; what triggers add is too little to be seen so, and is measured by itself.
 */
import { dayMs } from '@verbatim/contract/durations.ts'
import { findOpenings } from '@verbatim/server/domains/metrics/openings.ts'
import { reviseThemes } from '@verbatim/server/flows/revise-themes/revise.ts'
import { inTenant } from '@verbatim/server/platform/db.ts'
import type { WorldTenant } from '@verbatim/server/testing/world.ts'
import { databaseCpu, spentSince } from './database-cpu.ts'
import { measureTriggers } from './ingest-parts.ts'
import { type Claim, percentile, type Row } from './figures.ts'
import { openProduct, type Product } from './product.ts'
import { cpuSince, openStoring } from './storing.ts'

const messages = 1_000
const rounds = 12
/** Batches before: for the themes, and for the caches. */
const [first, warming] = [6, 3]

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
    const store = openStoring(product, tenant, messages)
    const withoutThemes = { place: () => Promise.resolve() }
    for (let batch = 0; batch < first; batch++) await store()
    await reviseThemes(product.world.ctx, tenant.id)
    await product.admin.query('analyze')
    for (let batch = 0; batch < warming; batch++) await store()
    const wholes: number[] = []
    const themeless: number[] = []
    const opened: number[] = []
    for (let round = 0; round < rounds; round++) {
      wholes.push((await store()).cpuMs)
      opened.push(await findAllOpenings(product, tenant))
      themeless.push((await store(withoutThemes)).cpuMs)
      await findAllOpenings(product, tenant)
    }
    await store() // the last one, and with themes
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
  return cpuSince(before.own) + (await spentSince(admin, before.database))
}

/** The lower quarter: other jobs add to a measurement, and take nothing away. */
const usual = (times: readonly number[]) => percentile(times, 0.25)
