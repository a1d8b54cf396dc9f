import { hostname } from 'node:os'
import type { IdentityAdmin } from '#domains/identity/admin.ts'
import { openAwsAdmin } from '#domains/identity/aws/open.ts'
import { type AwsPool, awsPoolOf } from '#domains/identity/aws/pool.ts'
import { makeEmbeddedAdmin } from '#domains/identity/embedded-admin.ts'
import { type IdentityMemory, type IdentityOptions, openIdentity } from '#domains/identity/memory.ts'
import type { Addresses } from '#domains/organizations/address.ts'
import { findFirstTenant } from '#domains/organizations/queries.ts'
import { backlog } from '#flows/capture/backlog.ts'
import { openRefusalCounter, type RefusalCounter } from '#flows/capture/count-refusals.ts'
import { type Keeper, openKeeper } from '#flows/capture/keep.ts'
import type { ProcessLife } from '#flows/report-health/beat.ts'
import { type HealthCheck, openHealth } from '#flows/report-health/health.ts'
import { reportClock, reportInstallation } from '#flows/report-health/report-metrics.ts'
import { notBackwards, type ReceivingClock } from '#kernel/clock.ts'
import { newId } from '#kernel/uuid.ts'
import { type Examiner, openExaminer } from '#flows/examine/examine.ts'
import { openThemePlacer, type ThemePlacer } from '#flows/revise-themes/place.ts'
import { openScanner, type Scanner } from '#platform/clamd.ts'
import { type Blobs, openBlobs } from '#platform/blobs.ts'
import { type Judging, openJudging } from '#flows/judge/judging.ts'
import { wake } from '#platform/work/wake.ts'
import type { ChannelVariables } from '#channels/provider-calls.ts'
import { channelVariablesOf, type Config } from '#platform/config.ts'
import { openSecrets, type Secrets } from '#platform/crypto.ts'
import { type Db, type DbContext, openDb } from '#platform/db.ts'
import { openFiles } from '#platform/files/open-files.ts'
import type { FileStore } from '#platform/files/store.ts'
import { watchWholeness, type Wholeness } from '#platform/installation/wholeness.ts'
import { openSharedClock } from '#platform/shared-clock.ts'
import { openShares, type ShareLimits, type Shares } from '#platform/shares.ts'
import { type NamedFiles, openNamedFiles } from '#platform/named-files.ts'
import { type Metrics, openMetrics } from '#platform/metrics.ts'
import { versionOfRelease } from '#platform/release.ts'
import type pg from 'pg'
import type { Logger } from 'pino'

/** Two pictures use two of the four threads for files and DNS, and at worst 200 MB each. */
const pictureShares: ShareLimits = {
  total: 2,
  perTenant: 1,
  perPerson: 1,
  waitingPerPerson: 40,
  waitingPerTenant: 200,
  waitMs: 20_000,
}

/** A table is read in a thread of half a gigabyte. */
const tableShares: ShareLimits = {
  total: 2,
  perTenant: 1,
  perPerson: 1,
  waitingPerPerson: 2,
  waitingPerTenant: 10,
  waitMs: 30_000,
}

/** What other servers are asked for insights: each takes seconds at worst, and memory for a few answers. */
const providerShares: ShareLimits = {
  total: 6,
  perTenant: 2,
  perPerson: 2,
  waitingPerPerson: 5,
  waitingPerTenant: 40,
  waitMs: 20_000,
}

/** The dependencies of servers and workers. */
export interface Context extends DbContext, ReceivingClock, AsyncDisposable {
  readonly config: Config
  /** Only for intake, so that many readers cannot keep a delivery from being stored. */
  readonly intakeDb: Db
  /** For listening; queries go through `db`. */
  readonly databaseUrl: string
  /** This process's metrics. */
  readonly metrics: Metrics
  /** Whether this process can do its work. */
  readonly health: HealthCheck
  /** The name of this process for other processes. */
  readonly life: ProcessLife
  readonly secrets: Secrets
  /** The store of `blobs` and `exportFiles`. */
  readonly files: FileStore
  readonly wholeness: Wholeness
  readonly blobs: Blobs
  /** Undefined where none is configured. */
  readonly scanner: Scanner | undefined
  /** Files that users requested, until they expire. */
  readonly exportFiles: NamedFiles
  readonly keeper: Keeper
  readonly refusals: RefusalCounter
  readonly examiner: Examiner
  readonly themePlacer: ThemePlacer
  readonly judging: Judging
  /** Draws pictures and reads uploaded tables: few at once, by turns. */
  readonly pictures: Shares
  /** Asks the providers of embedded insights. */
  readonly providerTurns: Shares
  readonly tables: Shares
  readonly identity: IdentityMemory
  /** Administrators' actions on users' sign-ins. */
  readonly identityAdmin: IdentityAdmin
  /** The sign-in of users who do not use the embedded service. */
  readonly awsPool: AwsPool | undefined
  /** The common parts of organizations' addresses. */
  readonly addresses: Addresses
  readonly mediaHosts: readonly string[]
  readonly channelVariables: ChannelVariables
  readonly log: Logger
}

interface ContextOptions {
  readonly config: Config
  /** As the serving role. */
  readonly databaseUrl: string
  readonly log: Logger
  /** Replaces the clock that all nodes share. */
  readonly now?: () => Date
  readonly identity?: Pick<IdentityOptions, 'makeKeyPair'>
}

interface Opening extends Pick<ContextOptions, 'config' | 'databaseUrl'> {
  readonly onError: (error: Error) => void
  readonly metrics: Metrics
}

const beginLife = ({ VERBATIM_ROLE: roles }: Config, now: () => Date): ProcessLife => ({
  id: newId(now()),
  node: hostname(),
  roles: [...roles],
  version: versionOfRelease(),
})

/** Capture has separate connections, so that many readers cannot keep a delivery from being stored. */
function openDatabases({ config, databaseUrl, onError, metrics }: Opening) {
  const { VERBATIM_ROLE: roles, DATABASE_POOL } = config
  const watched = (name: string) => ({ onError, onOpened: (pool: pg.Pool) => metrics.watchPool(name, pool) })
  const isReceiver = roles.isSubsetOf(new Set(['intake']))
  const max = isReceiver ? 2 : DATABASE_POOL
  return {
    db: openDb(databaseUrl, { max, byTurns: roles.has('api'), ...watched('queries') }),
    captureDb: openDb(databaseUrl, { max: 4, ...watched('capture') }),
  }
}

/** Opens the dependencies of a server or worker. Disposing it finishes accepted work, then closes the pools. */
export async function openContext({
  config,
  databaseUrl,
  log,
  now: givenNow,
  identity: identityOptions,
}: ContextOptions): Promise<Context> {
  const onError = (error: Error) => log.warn({ err: error }, 'a database connection broke')
  const metrics = openMetrics([...config.VERBATIM_ROLE].join(','))
  const { db, captureDb } = openDatabases({ config, databaseUrl, onError, metrics })
  const clock = await openSharedClock(captureDb)
  const now = givenNow ?? clock.now
  const received = notBackwards(now)
  const keeper = openKeeper({
    db: captureDb,
    now: received, // the IDs of records ascend with it
    onKept: () => void wake(captureDb, backlog).catch(onError),
  })
  const refusals = openRefusalCounter({ db: captureDb, log })
  const [judging, examiner] = [openJudging({ databaseUrl, now }), openExaminer()]
  const secrets = await openSecrets(config.VERBATIM_HOME)
  const files = await openFiles(config)
  const life = beginLife(config, now)
  const health = openHealth({ config, db, files, now }, life)
  reportInstallation(metrics, { config, db, files, now }, health)
  reportClock(metrics, clock)
  const awsPool = awsPoolOf(config)
  const addresses = {
    publicBaseUrl: config.PUBLIC_BASE_URL,
    mainDomain: config.MAIN_DOMAIN,
    installationLabel: config.LOCAL_TENANT ?? (await findFirstTenant(db))?.hostLabel,
  }
  const identity = openIdentity(`${config.PUBLIC_BASE_URL}/identity`, { ...identityOptions, addresses })
  return {
    config,
    db,
    intakeDb: captureDb,
    databaseUrl,
    metrics,
    health,
    life,
    secrets,
    files,
    blobs: openBlobs(files),
    scanner: config.CLAMD_URL === undefined ? undefined : openScanner({ url: config.CLAMD_URL }),
    exportFiles: openNamedFiles(files),
    wholeness: watchWholeness(db, secrets, now),
    keeper,
    refusals,
    examiner,
    themePlacer: openThemePlacer(),
    judging,
    pictures: openShares(pictureShares),
    providerTurns: openShares(providerShares),
    tables: openShares(tableShares),
    identity,
    identityAdmin: awsPool
      ? await openAwsAdmin(awsPool, { secrets, now, log })
      : makeEmbeddedAdmin({ secrets, now, identity }),
    awsPool,
    addresses,
    mediaHosts: config.MEDIA_HOSTS,
    channelVariables: channelVariablesOf(config),
    log,
    now,
    received,
    async [Symbol.asyncDispose]() {
      clock.close()
      await Promise.all([keeper.close(), refusals.close(), judging.close(), examiner.close()])
      await Promise.all([db.destroy(), captureDb.destroy()])
      files.close?.()
    },
  }
}
