import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream, type WriteStream } from 'node:fs'
import { chmod, mkdtemp, readdir, readFile, realpath, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import {
  isAlive,
  processesIn,
  signal,
  waitUntil,
} from '@verbatim/server/platform/embedded-postgres/process-table.ts'
import { deriveSecret, readInstallationSecret } from '@verbatim/server/platform/installation/secret.ts'
import { programEnvironment } from '@verbatim/server/testing/program-environment.ts'

/** The processes that can be killed. `servers` serve HTTP and SMTP; the `supervisor` is `npm start` itself. */
export type Target = 'servers' | 'worker' | 'supervisor' | 'postmaster'

/** The node's records and files, if they are not in its own home. */
type Environment = Readonly<Record<string, string>>

const entry = fileURLToPath(import.meta.resolve('@verbatim/server/start.ts'))

/** One node in a temporary home: the real `npm start` with its processes, and its durable database unless it is given one. */
export class ServingNode implements AsyncDisposable {
  readonly home: string
  readonly httpPort: number
  readonly smtpPort: number
  readonly #log: WriteStream | undefined
  readonly #environment: Environment
  #supervisor: ChildProcess | undefined
  #said = ''
  #faults: string[] = []

  private constructor(home: string, ports: readonly [number, number], options: NodeOptions) {
    this.home = home
    ;[this.httpPort, this.smtpPort] = ports
    this.#environment = options.environment ?? {}
    this.#log = options.logFile === undefined ? undefined : createWriteStream(options.logFile)
  }

  /** Starts one. @throws Error with its output, if it does not serve. */
  static async start(options: NodeOptions = {}): Promise<ServingNode> {
    const node = await ServingNode.make(options)
    try {
      await node.keepStarted()
    } catch (error) {
      await node[Symbol.asyncDispose]()
      throw error
    }
    return node
  }

  /** A node that has not started yet, in a home with the content from the options. */
  static async make(options: NodeOptions = {}): Promise<ServingNode> {
    const home = await realpath(await mkdtemp(join(tmpdir(), 'verbatim-faults-')))
    await chmod(home, 0o711) // for the database's user, where root runs it
    for (const [name, content] of Object.entries(options.holds ?? {}))
      await writeFile(join(home, name), content, { mode: 0o600 })
    return new ServingNode(home, [await freePort(), await freePort()], options)
  }

  get origin(): string {
    return `http://localhost:${this.httpPort}`
  }

  /** The address of its own database, as the serving role. */
  async databaseUrl(): Promise<string> {
    const password = deriveSecret(await readInstallationSecret(this.home), 'database role verbatim_app')
    const folder = encodeURIComponent(join(await realpath(join(this.home, 'postgres')), 'socket'))
    return `postgresql://verbatim_app:${password.toString('base64url')}@${folder}:5432/verbatim`
  }

  /**
   * Kills it without warning, and waits until it is dead: on a busy machine its sockets stay open for a while, and a provider
   * hands it messages that it cannot take. @returns False if it was not running at that moment.
   */
  async kill(target: Target): Promise<boolean> {
    const pid = await this.#find(target)
    if (pid === undefined) return false
    const ended = target === 'supervisor' && this.#supervisor ? once(this.#supervisor, 'exit') : undefined
    signal(pid, 'SIGKILL')
    await (ended ?? waitUntil(() => hasDied(pid), 60_000))
    return true
  }

  /** Freezes a process, or lets it continue. @returns False if it was not running at that moment. */
  async send(target: Target, name: 'SIGSTOP' | 'SIGCONT'): Promise<boolean> {
    const pid = await this.#find(target)
    if (pid !== undefined) signal(pid, name)
    return pid !== undefined
  }

  /** Starts it and waits until it refuses to start. @returns Its output; undefined if it serves. */
  async refusal(): Promise<string | undefined> {
    const child = this.#spawn()
    await waitUntil(async () => hasEnded(child) || this.#said.includes('Ctrl-C stops it'), 60_000)
    return hasEnded(child) && child.exitCode === 1 ? this.#said : undefined
  }

  /** Restarts a killed supervisor until it stays up, as a service manager would. */
  async keepStarted(): Promise<void> {
    if (this.#supervisor && !hasEnded(this.#supervisor)) return
    await this.#startUntilServing()
  }

  /** The requests that failed with a bug since the last call, from the log. */
  takeFaults(): string[] {
    return this.#faults.splice(0)
  }

  /** Ends it politely. @returns How long that took, and which processes were left. */
  async stop(): Promise<{ ms: number; left: number[] }> {
    const began = performance.now()
    const below = await this.#processes()
    if (this.#supervisor && !hasEnded(this.#supervisor)) {
      this.#supervisor.kill('SIGTERM')
      await once(this.#supervisor, 'exit')
    }
    const ms = performance.now() - began
    const left = [...below.values(), ...(await this.#databaseProcesses())]
    const alive = await Promise.all(left.map(async (pid) => ((await isAlive(pid)) ? [pid] : [])))
    return { ms, left: alive.flat() }
  }

  /** Ends its remaining processes, by id, and removes its home. */
  async [Symbol.asyncDispose](): Promise<void> {
    const processes = await this.#processes()
    if (this.#supervisor && !hasEnded(this.#supervisor)) {
      this.#supervisor.kill('SIGKILL')
      await once(this.#supervisor, 'exit')
    }
    for (const pid of [...processes.values(), ...(await this.#databaseProcesses())]) signal(pid, 'SIGKILL')
    await waitUntil(async () => (await this.#databaseProcesses()).length === 0, 5_000)
    this.#log?.end()
    await rm(this.home, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 })
  }

  async #startUntilServing(): Promise<void> {
    // The processes of a killed supervisor need a moment to release their ports.
    const until = performance.now() + 60_000
    for (;;) {
      const child = this.#spawn()
      const serves = async () => hasEnded(child) || this.#said.includes('Ctrl-C stops it')
      await waitUntil(serves, 60_000)
      if (!hasEnded(child)) return
      const isTaken = /is in use|is already running/.test(this.#said)
      if (!isTaken || performance.now() > until) throw new Error(`It did not start:\n${this.#said}`)
      await pause(100)
    }
  }

  #spawn(): ChildProcess {
    this.#said = ''
    const child = spawn(process.execPath, [entry], {
      env: {
        ...programEnvironment,
        VERBATIM_HOME: this.home,
        VERBATIM_DEMO: 'off',
        VERBATIM_ADMIN_PASSWORD: 'Correct-Horse-7',
        LISTEN_HOST: '127.0.0.1',
        ...this.#environment,
        PORT: String(this.httpPort),
        SMTP_INTAKE_PORT: String(this.smtpPort),
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (text: Buffer) => {
        this.#said = (this.#said + text.toString()).slice(-20_000)
        this.#log?.write(text)
        for (const line of text.toString().split('\n'))
          if (line.includes('"request failed"')) this.#faults.push(line.slice(0, 2_000))
      })
    }
    this.#supervisor = child
    return child
  }

  async #find(target: Target): Promise<number | undefined> {
    if (target === 'supervisor')
      return this.#supervisor && !hasEnded(this.#supervisor) ? this.#supervisor.pid : undefined
    if (target !== 'postmaster') return (await this.#processes()).get(target)
    const pidFile = join(this.home, 'postgres', 'data', 'postmaster.pid')
    const pid = Number.parseInt(await readFile(pidFile, 'utf8').catch(() => ''), 10)
    return (await isAlive(pid)) ? pid : undefined
  }

  /** The serving processes of this home, by role. */
  async #processes(): Promise<Map<'servers' | 'worker', number>> {
    const found = new Map<'servers' | 'worker', number>()
    for (const name of await readdir('/proc')) {
      if (!/^\d+$/.test(name)) continue
      const environment = await readFile(`/proc/${name}/environ`, 'utf8').catch(() => '')
      if (!environment.includes(`VERBATIM_HOME=${this.home}\0`)) continue
      if (!/main\.ts/.test(await readFile(`/proc/${name}/cmdline`, 'utf8').catch(() => ''))) continue
      found.set(environment.includes('VERBATIM_ROLE=worker\0') ? 'worker' : 'servers', Number(name))
    }
    return found
  }

  async #databaseProcesses(): Promise<number[]> {
    const folder = await realpath(join(this.home, 'postgres', 'data')).catch(() => undefined)
    return folder === undefined ? [] : processesIn(folder, undefined)
  }
}

interface NodeOptions {
  readonly environment?: Environment
  readonly logFile?: string | undefined
  /** Files of its home before it first starts. */
  readonly holds?: Readonly<Record<string, string | Uint8Array>>
}

/** None of its threads runs. The first may end before the others, which still hold its sockets. */
const hasDied = async (pid: number) =>
  !(await isAlive(pid)) && (await readdir(`/proc/${pid}/task`).catch(() => [])).length <= 1

const hasEnded = (child: ChildProcess) => child.exitCode !== null || child.signalCode !== null

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  server.close()
  await once(server, 'close')
  return port
}
