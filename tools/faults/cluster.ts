import type { ChildProcess } from 'node:child_process'
import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { passwordOfRole } from '@verbatim/server/platform/database-roles.ts'
import { prepareBinaries } from '@verbatim/server/platform/embedded-postgres/binaries.ts'
import {
  databaseName,
  initialiseCluster,
  ownerRole,
  prepareOwner,
  superuser,
} from '@verbatim/server/platform/embedded-postgres/cluster.ts'
import { giveTo } from '@verbatim/server/platform/embedded-postgres/database-user.ts'
import { type Place, preparePlace } from '@verbatim/server/platform/embedded-postgres/place.ts'
import {
  clearLeftovers,
  isAnswering,
  lastWords,
  spawnPostmaster,
  stopPostmaster,
} from '@verbatim/server/platform/embedded-postgres/postmaster.ts'
import { signal, waitUntil } from '@verbatim/server/platform/embedded-postgres/process-table.ts'
import pg from 'pg'
import { openRelay, type Relay } from './relay.ts'

const run = promisify(execFile)

/** A separate database server, as an operator has one: it is restarted when it ends, and can have a standby. */
interface Server {
  readonly place: Place
  readonly adminUrl: string
  processId(): number | undefined
  /** Ends it, as an accident or an administrator would, and leaves it stopped. */
  end(how: 'SIGKILL' | 'SIGINT'): Promise<void>
}

/** The database that several nodes share, behind a fixed address. */
export class Cluster implements AsyncDisposable {
  readonly #folder: string
  readonly #relay: Relay
  readonly #secret = randomBytes(32)
  readonly #servers: Server[] = []
  #primary!: Server

  private constructor(folder: string, relay: Relay) {
    this.#folder = folder
    this.#relay = relay
  }

  /** @param under The folder for all its files. */
  static async start(under = tmpdir()): Promise<Cluster> {
    const folder = await mkdtemp(join(under, 'verbatim-cluster-'))
    await chmod(folder, 0o711) // for the database's user, where root runs it
    const cluster = new Cluster(folder, await openRelay())
    cluster.#primary = await cluster.#startServer('one')
    await prepareOwner(cluster.#primary.adminUrl, cluster.#passwordOf(ownerRole))
    cluster.lead()
    return cluster
  }

  /** As the owner of the tables, at the fixed address. */
  get ownerUrl(): string {
    return this.#urlOf(ownerRole, this.#passwordOf(ownerRole))
  }

  /** As the serving role of an installation with this secret. */
  appUrlOf(secret: Buffer): string {
    return this.#urlOf('verbatim_app', passwordOfRole(secret))
  }

  processId(): number | undefined {
    return this.#primary.processId()
  }

  /** Connects the address to this database, or to another one. */
  lead(place: Place | undefined = this.#primary.place): void {
    this.#relay.leadTo(place && join(place.socketFolder, '.s.PGSQL.5432'))
  }

  leadNowhere(): void {
    this.#relay.leadTo(undefined)
  }

  /** A query of the cluster's administrator. */
  async administer(statement: string, server = this.#primary): Promise<pg.QueryResult> {
    const client = new pg.Client({ connectionString: server.adminUrl })
    client.on('error', () => {}) // the query that was running reports it
    await client.connect()
    try {
      return await client.query(statement)
    } finally {
      await client.end()
    }
  }

  /**
   * Uses up every connection for roles other than administrators, after ending those in use.
   * @returns The function that releases them.
   */
  async takeConnections(): Promise<() => Promise<void>> {
    const held: pg.Client[] = []
    const until = performance.now() + 20_000
    for (let isFull = false; !isFull && performance.now() < until;) {
      await this.administer(
        "select pg_terminate_backend(pid) from pg_stat_activity where usename = 'verbatim_app'",
      )
      isFull = await this.#fill(held)
    }
    return async () => void (await Promise.all(held.map((client) => client.end().catch(() => {}))))
  }

  /** @returns Whether the server refused another connection. */
  async #fill(held: pg.Client[]): Promise<boolean> {
    for (;;) {
      const client = new pg.Client({ connectionString: this.ownerUrl })
      client.on('error', () => {})
      try {
        await client.connect()
        held.push(client)
      } catch (error) {
        return (error as { code?: string }).code === '53300'
      }
    }
  }

  /**
   * Makes a standby that confirms every commit, kills the primary, promotes the standby and connects clients to it. There is
   * no pg_basebackup among the embedded programs: this does the same with the functions of the server.
   */
  async failOver(): Promise<void> {
    const old = this.#primary
    const standby = await this.#startStandby(old)
    await this.administer("alter system set synchronous_standby_names = '*'", old)
    await this.administer('select pg_reload_conf()', old)
    const isInStep = async () => {
      const { rowCount } = await this.administer(
        "select from pg_stat_replication where sync_state = 'sync'",
        old,
      )
      return rowCount === 1
    }
    if (!(await waitUntil(isInStep, 30_000))) throw new Error('The standby did not come into step')
    await old.end('SIGKILL')
    await this.administer('select pg_promote()', standby)
    this.#primary = standby
    this.lead()
  }

  async #startStandby(primary: Server): Promise<Server> {
    const home = join(this.#folder, `standby${this.#servers.length}`)
    await mkdir(home, { mode: 0o711 })
    const { dataFolder, user } = await preparePlace(home)
    const client = new pg.Client({ connectionString: primary.adminUrl })
    await client.connect()
    await client.query("select pg_backup_start('standby', true)")
    await run('cp', ['-a', primary.place.dataFolder, dataFolder])
    const { rows } = await client.query<{ label: string }>('select labelfile as label from pg_backup_stop()')
    await client.end()
    await rm(join(dataFolder, 'postmaster.pid'), { force: true })
    const { socketFolder } = primary.place
    const source = `host=${socketFolder} port=5432 user=${superuser} password=${this.#passwordOf(superuser)}`
    const auto = await readFile(join(dataFolder, 'postgresql.auto.conf'), 'utf8')
    const files = {
      backup_label: rows[0]?.label ?? '',
      'standby.signal': '',
      'postgresql.auto.conf': `${auto}primary_conninfo = '${source}'\n`,
    }
    for (const [name, text] of Object.entries(files)) {
      await writeFile(join(dataFolder, name), text, { mode: 0o600 })
      await giveTo(user, join(dataFolder, name))
    }
    return this.#startServer(home.slice(this.#folder.length + 1))
  }

  async #startServer(name: string): Promise<Server> {
    const home = join(this.#folder, name)
    await mkdir(home, { recursive: true, mode: 0o711 })
    const place = await preparePlace(home)
    const binaries = await prepareBinaries(place.user, place.programFolder)
    await initialiseCluster(place, binaries, this.#passwordOf(superuser), 'durable')
    // The embedded database does not allow replication; this one does.
    const access = join(place.folder, 'access.conf')
    await writeFile(access, 'local all all scram-sha-256\nlocal replication all scram-sha-256\n')
    await writeFile(join(place.folder, 'local.conf'), `hba_file = '${access}'\n`)
    const password = this.#passwordOf(superuser)
    const adminUrl = `postgresql://${superuser}:${password}@${encodeURIComponent(place.socketFolder)}:5432/postgres`
    let child: ChildProcess | undefined
    let isEnded = false
    const begin = async () => {
      await clearLeftovers(place)
      if (isEnded) return
      child = await spawnPostmaster(place, binaries, 'durable')
      child.once('exit', () => void (isEnded || begin()))
    }
    await begin()
    if (!child || !(await isAnswering(adminUrl, child)))
      throw new Error(`The database did not start: ${await lastWords(place)}`)
    const server: Server = {
      place,
      adminUrl,
      processId: () => (child?.exitCode === null && child.signalCode === null ? child.pid : undefined),
      async end(how) {
        isEnded = true
        const pid = server.processId()
        if (pid === undefined) return
        if (how === 'SIGKILL') signal(pid, 'SIGKILL')
        else await stopPostmaster(pid)
        await clearLeftovers(place)
      },
    }
    this.#servers.push(server)
    return server
  }

  /** An empty server, as its administrator would create it. */
  async startEmpty(): Promise<{ place: Place; ownerUrl: string }> {
    const { place, adminUrl } = await this.#startServer(`empty${this.#servers.length}`)
    await prepareOwner(adminUrl, this.#passwordOf(ownerRole))
    const folder = encodeURIComponent(place.socketFolder)
    const ownerUrl = `postgresql://${ownerRole}:${this.#passwordOf(ownerRole)}@${folder}:5432/${databaseName}`
    return { place, ownerUrl }
  }

  #passwordOf(role: string): string {
    return passwordOfRole(this.#secret, role)
  }

  #urlOf(role: string, password: string): string {
    return `postgresql://${role}:${password}@127.0.0.1:${this.#relay.port}/${databaseName}`
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#relay[Symbol.asyncDispose]()
    for (const server of this.#servers) await server.end('SIGINT')
    await rm(this.#folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 })
  }
}
