import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { findDiffering } from '@verbatim/server/domains/metrics/kept-counts.ts'
import { openBlobs } from '@verbatim/server/platform/blobs.ts'
import { type Db, openDb } from '@verbatim/server/platform/db.ts'
import { openFolderStore } from '@verbatim/server/platform/files/folder-store.ts'
import { readInstallationSecret } from '@verbatim/server/platform/installation/secret.ts'
import { verify } from '@verbatim/server/platform/verify/verify.ts'
import { releaseSchema } from '@verbatim/server/release-schema.ts'
import { prepareAccounts, type Tried } from './accounts.ts'
import { disturbances, type DisturbanceName, needDisks } from './disturbances.ts'
import { Installation } from './installation.ts'
import { readEarlier, readKept, untilDigested } from './kept.ts'
import { type Entry, type Ledger, openLedger } from './ledger.ts'
import { deliverScene } from './load.ts'
import { findViolations, hear, type Heard } from './oracle.ts'
import type { SeedResult } from './result.ts'
import { type Fate, makeScene, type Scene } from './scene.ts'

interface CampaignOptions {
  readonly first: number
  readonly seeds: number
  readonly databaseSeeds: number
  /** For one installation; several share a database and a folder of files. */
  readonly nodes: number
  /** The faults besides kills; they need two nodes. */
  readonly scenes: readonly DisturbanceName[]
  readonly logFile: string | undefined
  readonly signal: AbortSignal
  readonly tell: (result: SeedResult) => void
}

/** Everything is ingested within this time after the last acknowledgement. Source: docs/rules/promises.md. */
const quiesceMs = 60_000
/** If a worker loses its database while it reads a file, the file is read again after the lease of three minutes. */
const fileMs = 210_000
/** After any process is killed, full service returns within this time. Source: docs/rules/promises.md. */
const backWithinMs = 30_000
/** A stop takes at most this long, and leaves no process. */
const stopWithinMs = 5_000

interface Campaign {
  readonly installation: Installation
  readonly db: Db
  readonly tried: Tried
  readonly ledger: Ledger
  readonly heard: Heard
  readonly signal: AbortSignal
}

/** Runs seed after seed against one installation, which serves all of them, and stops it in the end. */
export async function runCampaign(options: CampaignOptions): Promise<void> {
  const { first, seeds, databaseSeeds, nodes, scenes, logFile, signal, tell } = options
  const folder = await mkdtemp(join(tmpdir(), 'verbatim-ledger-'))
  await using resources = new AsyncDisposableStack()
  resources.defer(() => rm(folder, { recursive: true, force: true }))
  const installation = resources.use(
    await Installation.start({ nodes, logFile, hasDisks: scenes.some((name) => needDisks.has(name)) }),
  )
  const db = openDb(await installation.databaseUrl(), { max: 2 })
  resources.defer(() => db.destroy())
  const ledger = resources.use(await openLedger(join(folder, 'ledger.jsonl')))
  const tried = await prepareAccounts(installation, db)
  const heard = { acknowledged: 0, refused: 0, unknown: 0, unknownForged: 0 }
  const campaign = { installation, db, tried, ledger, heard, signal }
  for (const [index, fate] of [...kinds(seeds, databaseSeeds), ...scenes].entries()) {
    if (signal.aborted) return
    const result = await runSeed(campaign, makeScene(first + index, tried.endpoints, fate, nodes))
    if (!signal.aborted) tell(result)
  }
  if (signal.aborted) return
  const found = await lookOver(installation)
  await db.destroy()
  const { ms, left } = await installation.stop()
  const violations = [
    ...found,
    ...(ms > stopWithinMs ? [`The stop took ${(ms / 1000).toFixed(1)} s`] : []),
    ...left.map((pid) => `Process ${pid} was left`),
  ]
  if (violations.length > 0) tell({ ...nothing, seed: first, nodes, violations })
}

/** The findings of `npm run verify` on everything stored, files included. */
async function lookOver({ home, shared }: Installation): Promise<readonly string[]> {
  if (!shared) return []
  const { findings } = await verify({
    ownerUrl: shared.cluster.ownerUrl,
    secret: await readInstallationSecret(home),
    schema: await releaseSchema(),
    blobs: openBlobs(openFolderStore(shared.files.folder)),
    findDiffering,
    now: new Date(),
    tell: () => {},
  })
  return findings.map((finding) => `Verify: ${finding}`)
}

/** Kills of the database between those of the server, evenly; a run of one kind has the seeds of that kind only. */
function kinds(seeds: number, databaseSeeds: number): Fate[] {
  const all = seeds + databaseSeeds
  return Array.from({ length: all }, (_, index) =>
    Math.floor(((index + 1) * databaseSeeds) / all) > Math.floor((index * databaseSeeds) / all)
      ? 'database'
      : 'server',
  )
}

const nothing = {
  kills: [],
  disturbance: undefined,
  attempts: 0,
  acknowledged: 0,
  unanswered: 0,
  stored: 0,
  incidents: 0,
  backAfterMs: 0,
}

async function runSeed(campaign: Campaign, scene: Scene): Promise<SeedResult> {
  const { installation, db, tried, ledger, heard, signal } = campaign
  const earlier = await readEarlier(db, tried)
  const killing = befall(installation, scene)
  const unsettled = await deliverScene(
    { installation, journal: tried.journal, ledger, signal },
    scene,
    killing.isThrough,
  )
  const { lastAt, problems } = await killing.through
  const waiting = signal.aborted ? 0 : await untilDigested(db, tried, { records: quiesceMs, files: fileMs })
  const entries = await ledger.settle()
  hear(heard, scene, entries)
  const backAfterMs = backAfter(entries, lastAt)
  const kept = await readKept(db, tried, earlier)
  return {
    seed: scene.seed,
    kills: scene.kills,
    disturbance: scene.disturbance,
    nodes: installation.nodes.length,
    attempts: entries.length,
    acknowledged: entries.filter(isAcknowledged).length,
    unanswered: entries.filter(({ answer }) => answer === 'none').length,
    stored: kept.records.length,
    incidents: kept.events.length,
    backAfterMs,
    violations: [
      ...unsettled.map((key) => `${key} never got an answer`),
      ...(waiting === 0 ? [] : [`${waiting} records or files still wait after their time`]),
      ...(backAfterMs > backWithinMs ? [`Served again only after ${(backAfterMs / 1000).toFixed(1)} s`] : []),
      ...findViolations(scene, entries, kept, heard),
      ...problems,
      ...installation.takeFaults().map((line) => `Logged: ${line}`),
    ],
  }
}

/** Causes the scene's faults; a killed supervisor is started again. */
function befall(installation: Installation, scene: Scene) {
  let isOver = false
  const run = scene.disturbance === undefined ? runKills : disturb
  const through = run(installation, scene).finally(() => (isOver = true))
  through.catch(() => {}) // its error appears when it is awaited, and everything that was started is removed
  return { through, isThrough: () => isOver }
}

interface Befallen {
  readonly lastAt: number
  readonly problems: readonly string[]
}

/** Each kill as soon as its target runs. */
async function runKills(installation: Installation, scene: Scene): Promise<Befallen> {
  const began = performance.now()
  let lastAt = 0
  for (const kill of scene.kills) {
    await pause(Math.max(0, began + kill.atMs - performance.now()))
    const until = performance.now() + backWithinMs
    while (!(await installation.kill(kill)) && performance.now() < until) await pause(5)
    lastAt = Date.now()
    if (kill.target === 'supervisor') await installation.keepStarted()
  }
  return { lastAt, problems: [] }
}

async function disturb(installation: Installation, { disturbance }: Scene): Promise<Befallen> {
  const { shared } = installation
  if (!shared || !disturbance) throw new Error('A scene needs nodes that share their database')
  await pause(300) // the load is running
  const problems = await disturbances[disturbance]({ installation, shared })
  return { lastAt: Date.now(), problems }
}

const isAcknowledged = ({ answer }: Entry) => answer === 200 || answer === 250

/** The time from the last kill to the first acknowledgement of a later delivery. */
function backAfter(entries: readonly Entry[], killedAt: number): number {
  const after = entries.filter((entry) => entry.sentAt >= killedAt && isAcknowledged(entry))
  return after.length === 0 ? 0 : Math.min(...after.map(({ answeredAt }) => answeredAt)) - killedAt
}
