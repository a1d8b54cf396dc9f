import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { signal } from '@verbatim/server/platform/embedded-postgres/process-table.ts'
import { readInstallationSecret } from '@verbatim/server/platform/installation/secret.ts'
import { Cluster } from './cluster.ts'
import { ServingNode, type Target } from './node.ts'

const run = promisify(execFile)

/** The kills, each with its node; `rolling` stops and starts every node in turn, politely. */
export interface Kill {
  readonly target: Target | 'rolling'
  readonly node: number
  readonly atMs: number
}

/** Shared by the nodes: a database server and a folder of files, each on a separate disk if possible. */
export interface Shared {
  readonly cluster: Cluster
  readonly files: Disk
  readonly records: Disk
  /** Sets the clock of a node's machine this many milliseconds ahead. */
  putClock(node: number, aheadMs: number): Promise<void>
}

interface InstallationOptions {
  readonly nodes: number
  readonly logFile: string | undefined
  /** Disks with a fixed size, for scenes that fill them. Needs the right to mount. */
  readonly hasDisks?: boolean
}

/** An installation under test: one node with its own database, or several that share one and their files. */
export class Installation implements AsyncDisposable {
  readonly nodes: readonly ServingNode[]
  readonly shared: Shared | undefined
  readonly #resources: AsyncDisposableStack

  private constructor(
    nodes: readonly ServingNode[],
    shared: Shared | undefined,
    resources: AsyncDisposableStack,
  ) {
    this.nodes = nodes
    this.shared = shared
    this.#resources = resources
  }

  static async start({
    nodes: count,
    logFile,
    hasDisks = false,
  }: InstallationOptions): Promise<Installation> {
    const resources = new AsyncDisposableStack()
    try {
      if (count === 1) {
        const node = resources.use(await ServingNode.start({ logFile }))
        return new Installation([node], undefined, resources)
      }
      const folder = await mkdtemp(join(tmpdir(), 'verbatim-shared-'))
      resources.defer(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }))
      const files = resources.use(await openDisk(join(folder, 'files'), hasDisks ? 64 : undefined))
      const records = resources.use(await openDisk(join(folder, 'records'), hasDisks ? 2048 : undefined))
      await run('chmod', ['711', folder, records.folder])
      const cluster = resources.use(await Cluster.start(records.folder))
      const nodes = await startNodes(count, { folder, files, cluster, logFile, resources })
      const putClock = (node: number, aheadMs: number) =>
        writeFile(join(folder, `clock${node}`), String(aheadMs))
      return new Installation(nodes, { cluster, files, records, putClock }, resources)
    } catch (error) {
      await resources.disposeAsync()
      throw error
    }
  }

  /** Its public name: the first node's, for all. */
  get origin(): string {
    return this.#first.origin
  }

  /** The path of the secret. */
  get home(): string {
    return this.#first.home
  }

  get #first(): ServingNode {
    const [node] = this.nodes
    if (!node) throw new Error('An installation has a node')
    return node
  }

  /** The database's address for the serving role. */
  async databaseUrl(): Promise<string> {
    if (!this.shared) return this.#first.databaseUrl()
    return this.shared.cluster.appUrlOf(await readInstallationSecret(this.home))
  }

  /** Kills processes without warning, or restarts all nodes in turn. @returns False if the target was not running at that moment. */
  async kill({ target, node }: Pick<Kill, 'target' | 'node'>): Promise<boolean> {
    if (target === 'rolling') {
      for (const one of this.nodes) {
        await one.stop()
        await one.keepStarted()
      }
      return true
    }
    if (target === 'postmaster' && this.shared) {
      const pid = this.shared.cluster.processId()
      if (pid !== undefined) signal(pid, 'SIGKILL')
      return pid !== undefined
    }
    return (this.nodes[node] ?? this.#first).kill(target)
  }

  async keepStarted(): Promise<void> {
    for (const node of this.nodes) await node.keepStarted()
  }

  takeFaults(): string[] {
    return this.nodes.flatMap((node) => node.takeFaults())
  }

  /** Ends all nodes politely. @returns How long the slowest took, and what processes were left. */
  async stop(): Promise<{ ms: number; left: number[] }> {
    const ends = await Promise.all(this.nodes.map((node) => node.stop()))
    return { ms: Math.max(...ends.map(({ ms }) => ms)), left: ends.flatMap(({ left }) => left) }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#resources.disposeAsync()
  }
}

interface Starting {
  readonly folder: string
  readonly files: Disk
  readonly cluster: Cluster
  readonly logFile: string | undefined
  readonly resources: AsyncDisposableStack
}

/** The first node creates the secret; the others join with it, and use its name. */
async function startNodes(count: number, starting: Starting): Promise<ServingNode[]> {
  const { folder, files, cluster, logFile, resources } = starting
  const clock = fileURLToPath(new URL('moved-clock.ts', import.meta.url))
  const nodes: ServingNode[] = []
  for (let index = 0; index < count; index += 1) {
    const [first] = nodes
    const node = await ServingNode.make({
      logFile: logFile && (index === 0 ? logFile : `${logFile}.${index + 1}`),
      environment: {
        DATABASE_URL: cluster.ownerUrl,
        BLOBS_FOLDER: files.folder,
        FAULTS_CLOCK: join(folder, `clock${index}`),
        NODE_OPTIONS: `--import=${clock}`,
        ...(first && { PUBLIC_BASE_URL: first.origin }),
      },
      ...(first && { holds: { secret: await readFile(join(first.home, 'secret')) } }),
    })
    resources.use(node)
    await node.keepStarted()
    nodes.push(node)
  }
  return nodes
}

/** A folder that can be filled or made read-only. */
interface Disk extends AsyncDisposable {
  readonly folder: string
  /** Whether it is a separate disk, with a size. */
  readonly isOwn: boolean
  /** Fills it to the last byte. @returns A function that frees it. */
  fill(): Promise<() => Promise<void>>
  /** Makes it read-only. @returns A function that undoes that. */
  close(): Promise<() => Promise<void>>
}

async function openDisk(folder: string, sizeMb: number | undefined): Promise<Disk> {
  await mkdir(folder, { recursive: true })
  if (sizeMb !== undefined)
    await run('mount', ['-t', 'tmpfs', '-o', `size=${sizeMb}m,mode=711`, 'tmpfs', folder])
  const isOwn = sizeMb !== undefined
  return {
    folder,
    isOwn,
    async fill() {
      const ballast = join(folder, 'ballast')
      await run('dd', ['if=/dev/zero', `of=${ballast}`, 'bs=1M']).catch(() => {}) // it ends when the disk is full
      return () => rm(ballast, { force: true })
    },
    async close() {
      const remount = (how: string) => run('mount', ['-o', `remount,${how}`, folder])
      for (let tries = 0; ; tries += 1) {
        try {
          await remount('ro')
          break
        } catch (error) {
          if (tries > 200) throw error // a file is being written all the time
          await pause(10)
        }
      }
      return async () => void (await remount('rw'))
    },
    async [Symbol.asyncDispose]() {
      if (isOwn) await run('umount', ['-l', folder])
    },
  }
}
