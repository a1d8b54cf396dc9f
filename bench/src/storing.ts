/** Messages are kept and ingested as a worker does, batch by batch: reference conversations, half of them sent, in bursts of six. */
import { findConnector } from '@verbatim/server/channels/registry.ts'
import { ingest } from '@verbatim/server/flows/capture/ingest.ts'
import { keepArrivals } from '@verbatim/server/flows/capture/keep.ts'
import type { WorldTenant } from '@verbatim/server/testing/world.ts'
import { databaseCpu, spentSince } from './database-cpu.ts'
import { batchRows, toArrival } from './deliveries.ts'
import type { Product } from './product.ts'
import { benchTexts } from './texts.ts'

/** Conversations at a time, and the time between two messages. */
const [among, everyMs] = [10, 10_000]
const began = Date.UTC(2026, 9, 1)
const representative = '+15550100001'

/** What a batch took, without the time in which it was kept. */
interface Stored {
  /** Of the database and of this process, in which nothing else may run. */
  readonly cpuMs: number
  readonly wallMs: number
}

type Store = (themePlacer?: Product['world']['ctx']['themePlacer']) => Promise<Stored>

/** @param messages In a batch. */
export function openStoring({ world, admin }: Product, tenant: WorldTenant, messages: number): Store {
  const { ctx } = world
  const reader = findConnector('sms')?.openReader?.({ threads: 1, timeoutMs: 1_000, memoryMb: 64 })
  if (!reader) throw new Error('No reader of text messages')
  const readers = { find: () => reader }
  const texts = benchTexts()
  let count = 0
  return async (themePlacer = ctx.themePlacer) => {
    const arrivals = Array.from({ length: messages }, () => {
      count += 1
      return arrivalOf(tenant, texts[count % texts.length] ?? '', count)
    })
    for (let at = 0; at < messages; at += batchRows)
      await keepArrivals(ctx.db, tenant.id, arrivals.slice(at, at + batchRows), new Date())
    const before = { own: process.cpuUsage(), database: await databaseCpu(admin) }
    const since = performance.now()
    await ingest({ ...ctx, themePlacer, readers }, tenant.id)
    const wallMs = performance.now() - since
    return { cpuMs: cpuSince(before.own) + (await spentSince(admin, before.database)), wallMs }
  }
}

/** The CPU time of this process, in milliseconds. */
export function cpuSince(before: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1_000
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
