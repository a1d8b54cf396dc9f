/**
 * The product as `npm start` runs it: a durable embedded database, and the serving processes apart from each other
 * and from the process that measures. Founding and reading are done from here, through a world on the same home.
 */
import { once } from 'node:events'
import { chmod, mkdir, mkdtemp, readFile, rm } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbeddedPostgres } from '@verbatim/server/platform/embedded-postgres/embedded-postgres.ts'
import { prepareInstallation } from '@verbatim/server/platform/installation/prepare.ts'
import { releaseSchema } from '@verbatim/server/release-schema.ts'
import { type KeptProcess, keepProcess } from '@verbatim/server/platform/processes/kept-process.ts'
import { openLog } from '@verbatim/server/platform/log.ts'
import { openWorld, type World } from '@verbatim/server/testing/world.ts'
import pg from 'pg'

export interface Product extends AsyncDisposable {
  readonly world: World
  readonly port: number
  readonly origin: string
  /** Where mails are received. */
  readonly smtpPort: number
  /** As the cluster's administrator, whom row-level security does not bind. */
  readonly admin: pg.Client
  readonly adminUrl: string
  /** As the documented owner. */
  readonly ownerUrl: string
  readonly installation: string
  /** Starts the worker, if it was left out. */
  startWorker(): Promise<void>
  /** Resolves when nothing waits for the worker. */
  drained(): Promise<void>
  /** By the name of its roles: a process's current memory, in megabytes. */
  memory(): Promise<ReadonlyMap<string, Held>>
  /** CPU that the processes of these roles have used, in milliseconds. */
  cpuMs(roles: readonly string[]): Promise<number>
}

interface ProductOptions {
  /** `false`: no worker yet. */
  readonly works?: boolean
  /** A permanent folder, which can be opened again; otherwise a temporary one. */
  readonly home?: string
  readonly env?: NodeJS.ProcessEnv
}

/** The roles at the endpoints, each a process. */
const endpointRoles = ['intake', 'api'] as const

export async function openProduct({
  works = true,
  home: kept,
  env = {},
}: ProductOptions = {}): Promise<Product> {
  const home = kept ?? (await mkdtemp(join(tmpdir(), 'verbatim-bench-')))
  await mkdir(home, { recursive: true })
  await chmod(home, 0o711) // for the database's user, where root runs it
  const log = openLog({ level: 'error', name: 'bench', pretty: false })
  const database = await startEmbeddedPostgres({ home, log })
  const { ownerUrl } = database
  const { appUrl, id: installation } = await prepareInstallation(home, {
    ownerUrl,
    database: 'embedded',
    schema: await releaseSchema(),
  })
  const adminUrl = withDatabaseOf(database.superuserUrl, database.ownerUrl)
  const admin = new pg.Client({ connectionString: adminUrl })
  await admin.connect()

  const port = await freePort()
  const smtpPort = await freePort()
  const settings = {
    VERBATIM_HOME: home,
    VERBATIM_ENVIRONMENT: 'production',
    PUBLIC_BASE_URL: `http://localhost:${port}`,
    ...env,
  }
  const world = await openWorld(appUrl, settings, 'running')
  const processes = new Map<string, KeptProcess>()
  const start = async (roles: string) => {
    const kept = keepProcess({
      name: roles,
      entry: new URL(import.meta.resolve('@verbatim/server/main.ts')),
      env: {
        PATH: process.env['PATH'],
        ...settings,
        PORT: String(port),
        // The worker receives none.
        SMTP_INTAKE_PORT: String(smtpPort),
        LISTEN_HOST: '127.0.0.1',
        API_SOCKET: join(home, 'api'),
        APP_DATABASE_URL: appUrl,
        LOG_LEVEL: 'error',
        VERBATIM_ROLE: roles,
      },
      log,
      isBatching: roles === 'worker',
    })
    processes.set(roles, kept)
    await kept.firstReport
  }
  for (const role of endpointRoles) await start(role)
  if (works) await start('worker')

  const waiting = async () => {
    const { rows } = await admin.query<{ any: boolean }>('select exists (select from record_backlog) as any')
    return rows[0]?.any ?? false
  }
  return {
    world,
    port,
    smtpPort,
    origin: `http://localhost:${port}`,
    admin,
    adminUrl,
    ownerUrl,
    installation,
    startWorker: () => start('worker'),
    async drained() {
      while (await waiting()) await new Promise((resolve) => setTimeout(resolve, 20))
    },
    async memory() {
      const entries = [...processes].map(
        async ([roles, kept]) => [roles, await heldBy(kept.processId())] as const,
      )
      return new Map(await Promise.all(entries))
    },
    async cpuMs(roles) {
      const used = await Promise.all(roles.map((role) => cpuMsOf(processes.get(role)?.processId())))
      return used.reduce((sum, each) => sum + each, 0)
    },
    async [Symbol.asyncDispose]() {
      await Promise.all([...processes.values()].map((kept) => kept.stop()))
      await world[Symbol.asyncDispose]()
      await admin.end()
      await database.stop()
      if (!kept) await rm(home, { recursive: true, force: true })
    },
  }
}

export { endpointRoles }

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

/** A process's memory, in megabytes. */
interface Held {
  readonly resident: number
  /** The part of it that other processes share, such as pages of Node itself. */
  readonly shared: number
}

export async function heldBy(pid: number | undefined): Promise<Held> {
  const rollup = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8')
  const mb = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(rollup)?.[1]) / 1024
  return { resident: mb('Rss'), shared: mb('Shared_Clean') }
}

/** Ticks of a process's accounts, in milliseconds; Linux counts a hundred in a second. */
const tickMs = 10

async function cpuMsOf(pid: number | undefined): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8')
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[11]) + Number(fields[12])) * tickMs
}

function withDatabaseOf(url: string, other: string): string {
  const changed = new URL(url)
  changed.pathname = new URL(other).pathname
  return changed.href
}
