import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { type Db, openDb } from '@verbatim/server/platform/db.ts'
import { prepareAccounts, type Tried } from './accounts.ts'
import { Installation } from './installation.ts'
import { readKept, untilDigested } from './kept.ts'
import { type Entry, type Ledger, openLedger } from './ledger.ts'
import { deliverScene } from './load.ts'
import { findViolations, hear, type Heard } from './oracle.ts'
import type { SeedResult } from './result.ts'
import { makeScene, type Scene } from './scene.ts'

export interface CampaignOptions {
  readonly first: number
  readonly seeds: number
  readonly databaseSeeds: number
  readonly logFile: string | undefined
  readonly signal: AbortSignal
  readonly tell: (result: SeedResult) => void
}

/** Everything is digested within this after the last acknowledgement. Source: promises §c. */
const quiesceMs = 60_000
/** Any process killed: full service again within this. Source: promise P-34. */
const backWithinMs = 30_000
/** A stop takes no longer, and nothing is left. */
const stopWithinMs = 5_000

interface Campaign {
  readonly installation: Installation
  readonly db: Db
  readonly tried: Tried
  readonly ledger: Ledger
  readonly heard: Heard
  readonly signal: AbortSignal
}

/** Runs seed after seed against one installation, which lives through all of them, and stops it in the end. */
export async function runCampaign(options: CampaignOptions): Promise<void> {
  const { first, seeds, databaseSeeds, signal, tell } = options
  const folder = await mkdtemp(join(tmpdir(), 'verbatim-ledger-'))
  await using resources = new AsyncDisposableStack()
  resources.defer(() => rm(folder, { recursive: true, force: true }))
  const installation = resources.use(await Installation.start(options.logFile))
  const db = openDb(await installation.databaseUrl(), { max: 2 })
  resources.defer(() => db.destroy())
  const ledger = resources.use(await openLedger(join(folder, 'ledger.jsonl')))
  const tried = await prepareAccounts(installation, db)
  const heard = { acknowledged: 0, refused: 0, unknown: 0, unknownForged: 0 }
  const campaign = { installation, db, tried, ledger, heard, signal }
  for (const [index, kind] of kinds(seeds, databaseSeeds).entries()) {
    if (signal.aborted) return
    const result = await runSeed(campaign, makeScene(first + index, tried.door, kind))
    if (!signal.aborted) tell(result)
  }
  if (signal.aborted) return
  await db.destroy()
  const { ms, left } = await installation.stop()
  const violations = [
    ...(ms > stopWithinMs ? [`The stop took ${(ms / 1000).toFixed(1)} s`] : []),
    ...left.map((pid) => `Process ${pid} was left`),
  ]
  if (violations.length > 0) tell({ ...nothing, seed: first, violations })
}

/** Kills of the database between those of the server, evenly; a run of one kind has the seeds of that kind only. */
function kinds(seeds: number, databaseSeeds: number): ('server' | 'database')[] {
  const all = seeds + databaseSeeds
  return Array.from({ length: all }, (_, index) =>
    Math.floor(((index + 1) * databaseSeeds) / all) > Math.floor((index * databaseSeeds) / all)
      ? 'database'
      : 'server',
  )
}

const nothing = {
  kills: [],
  attempts: 0,
  acknowledged: 0,
  unanswered: 0,
  stored: 0,
  incidents: 0,
  backAfterMs: 0,
}

async function runSeed(campaign: Campaign, scene: Scene): Promise<SeedResult> {
  const { installation, db, tried, ledger, heard, signal } = campaign
  await pause(5) // what came before was received in an earlier millisecond
  const since = new Date()
  const killing = runKills(installation, scene)
  const unsettled = await deliverScene(
    { installation, journal: tried.journal, ledger, signal },
    scene,
    killing.isThrough,
  )
  const lastKillAt = await killing.through
  const waiting = signal.aborted ? 0 : await untilDigested(db, tried, quiesceMs)
  const entries = await ledger.settle()
  hear(heard, scene, entries)
  const backAfterMs = backAfter(entries, lastKillAt)
  const kept = await readKept(db, tried, since)
  return {
    seed: scene.seed,
    kills: scene.kills,
    attempts: entries.length,
    acknowledged: entries.filter(isAcknowledged).length,
    unanswered: entries.filter(({ answer }) => answer === 'none').length,
    stored: kept.records.length,
    incidents: kept.events.length,
    backAfterMs,
    violations: [
      ...unsettled.map((key) => `${key} never got an answer`),
      ...(waiting === 0 ? [] : [`${waiting} records still wait after ${quiesceMs / 1000} s`]),
      ...(backAfterMs > backWithinMs ? [`Served again only after ${(backAfterMs / 1000).toFixed(1)} s`] : []),
      ...findViolations(scene, entries, kept, heard),
      ...installation.takeFaults().map((line) => `Logged: ${line}`),
    ],
  }
}

/** Kills as the scene says, each as soon as its target runs; a killed supervisor is started again. */
function runKills(installation: Installation, scene: Scene) {
  let isOver = false
  const began = performance.now()
  async function run(): Promise<number> {
    let lastAt = 0
    for (const { target, atMs } of scene.kills) {
      await pause(Math.max(0, began + atMs - performance.now()))
      const until = performance.now() + backWithinMs
      while (!(await installation.kill(target)) && performance.now() < until) await pause(5)
      lastAt = Date.now()
      if (target === 'supervisor') await installation.keepStarted()
    }
    return lastAt
  }
  return { through: run().finally(() => (isOver = true)), isThrough: () => isOver }
}

const isAcknowledged = ({ answer }: Entry) => answer === 200 || answer === 250

/** From the last kill to the first acknowledgement of something that was sent after it. */
function backAfter(entries: readonly Entry[], killedAt: number): number {
  const after = entries.filter((entry) => entry.sentAt >= killedAt && isAcknowledged(entry))
  return after.length === 0 ? 0 : Math.min(...after.map(({ answeredAt }) => answeredAt)) - killedAt
}
