/*
 * The database that comes with the product: PostgreSQL's own programs from npm, in a folder of `VERBATIM_HOME`,
 * reached through a Unix socket that only its user can enter. It survives a killed Node, is restarted if it is
 * killed, and is stopped before us. Source: docs/ARCHITECTURE.md.
 */
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { passwordOfRole } from '#platform/database-roles.ts'
import { ensureInstallationSecret, readInstallationSecret } from '#platform/installation/secret.ts'
import { backOffMs } from '#platform/processes/kept-process.ts'
import type { Log } from '#platform/log.ts'
import { type Binaries, prepareBinaries } from './binaries.ts'
import { databaseName, initialiseCluster, isMade, ownerRole, prepareOwner, superuser } from './cluster.ts'
import { leavePlace, type Place, preparePlace } from './place.ts'
import { clearLeftovers, isAnswering, lastWords, spawnPostmaster, stopPostmaster } from './postmaster.ts'
import type { Durability } from './settings.ts'

export interface EmbeddedPostgres {
  /** Connects as the role that only owns the product's database. */
  readonly ownerUrl: string
  /** Connects as the cluster's administrator. For tests that create databases. */
  readonly superuserUrl: string
  /** The folder of `data`, `log` and `local.conf`. */
  readonly folder: string
  /** The postmaster's process ID, which changes when it is restarted. */
  processId(): number | undefined
  /** Ends within five seconds, and no process remains. */
  stop(): Promise<void>
}

interface EmbeddedPostgresOptions {
  /** `VERBATIM_HOME`. One running program per home: the caller holds its lock. */
  readonly home: string
  readonly log: Log
  readonly durability?: Durability
  /** Gives up a running start, such as a long recovery. */
  readonly signal?: AbortSignal
  /** The secret that opens an existing database, if it is not the one of the home. */
  readonly secret?: Buffer | undefined
}

/**
 * Starts the database of `home`, creating it the first time, and keeps it running until `stop`. Resolves when it answers
 * queries; after a crash that is when its recovery is complete.
 * @throws Error if it cannot start, with PostgreSQL's output.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const { log, durability = 'durable', signal } = options
  const home = resolve(options.home)
  const place = await preparePlace(home)
  // An existing database was created with a secret, and another secret would not open it.
  const ofHome = (await isMade(place)) ? readInstallationSecret : ensureInstallationSecret
  const secret = options.secret ?? (await ofHome(home))
  const binaries = await prepareBinaries(place.user, place.programFolder)
  const passwordOf = (role: string) => passwordOfRole(secret, role)
  const urlOf = (role: string, database: string) =>
    addressOf(place, { role, password: passwordOf(role), database })

  await initialiseCluster(place, binaries, passwordOf(superuser), durability)
  const superuserUrl = urlOf(superuser, 'postgres')
  const postmaster = await keepRunning({ place, binaries, durability, superuserUrl, log, signal })
  try {
    await prepareOwner(superuserUrl, passwordOf(ownerRole))
  } catch (error) {
    await postmaster.stop()
    throw error
  }
  return { ownerUrl: urlOf(ownerRole, databaseName), superuserUrl, folder: place.folder, ...postmaster }
}

/** Ends the database of `home` if the program that started it was killed. The caller holds the home's lock. */
export async function endLeftPostgres(home: string): Promise<void> {
  const place = await preparePlace(resolve(home))
  await clearLeftovers(place)
  await leavePlace(place)
}

/** The owner's address of a running database. */
export async function reachEmbeddedPostgres(home: string): Promise<string> {
  const place = await preparePlace(resolve(home))
  const password = passwordOfRole(await readInstallationSecret(home), ownerRole)
  return addressOf(place, { role: ownerRole, password, database: databaseName })
}

function addressOf(
  { socketFolder }: Place,
  { role, password, database }: { role: string; password: string; database: string },
): string {
  return `postgresql://${role}:${password}@${encodeURIComponent(socketFolder)}:5432/${database}`
}

interface Running {
  readonly place: Place
  readonly binaries: Binaries
  readonly durability: Durability
  readonly superuserUrl: string
  readonly log: Log
  readonly signal: AbortSignal | undefined
}

/** Starts the postmaster, and restarts it whenever it ends unexpectedly. */
async function keepRunning(running: Running): Promise<Pick<EmbeddedPostgres, 'processId' | 'stop'>> {
  const { place, log } = running
  const stopping = new AbortController()
  let child: ChildProcess | undefined

  async function start(): Promise<ChildProcess> {
    stopping.signal.throwIfAborted()
    const leftovers = await clearLeftovers(place)
    if (leftovers !== 'nothing') log.info({ leftovers }, 'an earlier start of the database had not ended')
    child = await spawnPostmaster(place, running.binaries, running.durability)
    if (stopping.signal.aborted) await end(child)
    if (await isAnswering(running.superuserUrl, child)) return child
    throw new Error(`PostgreSQL did not start: ${await lastWords(place)}`)
  }

  async function watch(started: ChildProcess): Promise<void> {
    let current: ChildProcess | undefined = started
    let failures = 0
    while (!stopping.signal.aborted) {
      const since = performance.now()
      if (current) await ended(current)
      if (stopping.signal.aborted) return
      failures = performance.now() - since > 60_000 ? 1 : failures + 1
      log.error({ failures }, 'the database ended unexpectedly; restarting it')
      await pause(backOffMs(failures, current !== undefined), undefined, { signal: stopping.signal }).catch(
        () => {},
      )
      if (stopping.signal.aborted) return
      current = await start().catch((error: unknown) => {
        log.error({ err: error }, 'the database did not restart')
        return undefined
      })
    }
  }

  const giveUp = () => {
    stopping.abort()
    if (child) void end(child)
  }
  running.signal?.addEventListener('abort', giveUp, { once: true })
  const first = await start().catch(async (error: unknown) => {
    stopping.abort()
    if (child) await end(child)
    throw error
  })
  running.signal?.removeEventListener('abort', giveUp)
  const watching = watch(first)
  return {
    processId: () => child?.pid,
    async stop() {
      stopping.abort()
      if (child) await end(child)
      await watching
      // Its children may end a moment after it.
      await clearLeftovers(place)
      await leavePlace(place)
    },
  }
}

const hasEnded = (child: ChildProcess) => child.exitCode !== null || child.signalCode !== null

async function ended(child: ChildProcess): Promise<void> {
  if (!hasEnded(child)) await once(child, 'exit')
}

async function end(child: ChildProcess): Promise<void> {
  if (hasEnded(child) || child.pid === undefined) return
  await Promise.all([ended(child), stopPostmaster(child.pid)])
}
