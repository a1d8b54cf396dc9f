/** Faults besides kills, during deliveries. Each starts, lasts, and ends by itself or by the function that it returns. */
import { randomBytes, randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { prepareInstallation } from '@verbatim/server/platform/installation/prepare.ts'
import { releaseSchema } from '@verbatim/server/release-schema.ts'
import type { Installation, Shared } from './installation.ts'
import { ServingNode } from './node.ts'

interface Disturbed {
  readonly installation: Installation
  readonly shared: Shared
}

/** @returns Broken promises that the ledger does not show, a sentence each. */
type Disturbance = (disturbed: Disturbed) => Promise<string[]>

const hour = 60 * 60_000

/** Starts a node that must refuse, while the others continue. */
function stranger(
  holds: (disturbed: Disturbed) => Promise<Record<string, string | Uint8Array>>,
  says: RegExp,
  env: (disturbed: Disturbed) => Record<string, string> = () => ({}),
): Disturbance {
  return async (disturbed) => {
    const { cluster, files } = disturbed.shared
    await using node = await ServingNode.make({
      holds: await holds(disturbed),
      environment: { DATABASE_URL: cluster.ownerUrl, BLOBS_FOLDER: files.folder, ...env(disturbed) },
    })
    const said = await node.refusal()
    if (said === undefined) return ['A node started that must not']
    return says.test(said) ? [] : [`A node refused, but said: ${said.trim().slice(-500)}`]
  }
}

const secretText = () => `${randomBytes(32).toString('base64url')}\n`
const fileOf = ({ installation }: Disturbed, name: string) => readFile(join(installation.home, name))

/** Lasts for a while, and is then undone. */
function lasting(
  ms: number,
  begin: (disturbed: Disturbed) => Promise<() => Promise<void> | void>,
): Disturbance {
  return async (disturbed) => {
    const end = await begin(disturbed)
    await pause(ms)
    await end()
    return []
  }
}

export const disturbances = {
  'wrong-home': stranger(async () => ({ secret: secretText() }), /the secret of another/),
  'empty-home': stranger(async () => ({}), /has no secret/),
  'partial-home': stranger(
    async (given) => ({ 'installation.json': await fileOf(given, 'installation.json') }),
    /has no secret, but it is the home of an installation/,
  ),
  'home-of-two': stranger(
    async (given) => ({
      secret: await fileOf(given, 'secret'),
      'installation.json': `${JSON.stringify({ id: randomUUID(), seal: randomBytes(32).toString('base64url'), database: 'own' })}\n`,
    }),
    /is not the secret of installation/,
  ),
  'rolling-restart': async ({ installation }) => {
    await installation.kill({ target: 'rolling', node: 0 })
    return []
  },
  'clocks-apart': lasting(4_000, async ({ shared }) => {
    await Promise.all([shared.putClock(0, 2 * hour), shared.putClock(1, -2 * hour)])
    return async () => void (await Promise.all([shared.putClock(0, 0), shared.putClock(1, 0)]))
  }),
  'clocks-put': lasting(2_000, async ({ shared }) => {
    for (const ahead of [3 * hour, -3 * hour, 24 * hour]) {
      await Promise.all([shared.putClock(0, ahead), shared.putClock(1, ahead)])
      await pause(1_500)
    }
    return async () => void (await Promise.all([shared.putClock(0, 0), shared.putClock(1, 0)]))
  }),
  'frozen-nodes': lasting(6_000, async ({ installation: { nodes } }) => {
    const [one, two] = nodes
    await Promise.all([one?.send('servers', 'SIGSTOP'), two?.send('worker', 'SIGSTOP')])
    return async () =>
      void (await Promise.all([one?.send('servers', 'SIGCONT'), two?.send('worker', 'SIGCONT')]))
  }),
  'database-restarted': async ({ shared: { cluster } }) => {
    const pid = cluster.processId()
    if (pid !== undefined) process.kill(pid, 'SIGINT') // like an administrator's fast restart
    await pause(2_000)
    return []
  },
  'database-away': lasting(4_000, async ({ shared: { cluster } }) => {
    cluster.leadNowhere()
    return () => cluster.lead()
  }),
  'out-of-connections': lasting(4_000, ({ shared: { cluster } }) => cluster.takeConnections()),
  'database-emptied': async ({ installation, shared: { cluster } }) => {
    // The same roles, tables and seal, but no organization yet: like a restore in progress.
    const empty = await cluster.startEmpty()
    await using other = await ServingNode.make({
      holds: { secret: await readFile(join(installation.home, 'secret')) },
    })
    await prepareInstallation(other.home, {
      ownerUrl: empty.ownerUrl,
      database: 'own',
      schema: await releaseSchema(),
    })
    cluster.lead(empty.place)
    await pause(4_000)
    cluster.lead()
    return []
  },
  'database-promoted': async ({ shared: { cluster } }) => {
    await cluster.failOver()
    return []
  },
  'files-closed': lasting(4_000, ({ shared: { files } }) => files.close()),
  'files-full': lasting(4_000, ({ shared: { files } }) => files.fill()),
  'disk-full': lasting(4_000, ({ shared: { records } }) => records.fill()),
} as const satisfies Record<string, Disturbance>

export type DisturbanceName = keyof typeof disturbances
export const disturbanceNames = Object.keys(disturbances) as DisturbanceName[]
/** Disturbances that need separate disks. */
export const needDisks: ReadonlySet<DisturbanceName> = new Set(['files-closed', 'files-full', 'disk-full'])
/** Disturbances that run for every change; they do not overlap, and each takes seconds. */
export const quickly: readonly DisturbanceName[] = [
  'wrong-home',
  'rolling-restart',
  'clocks-apart',
  'out-of-connections',
]
