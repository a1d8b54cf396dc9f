import { execFile } from 'node:child_process'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { CollectingOptions } from '#flows/collect/collect.ts'
import { startEmbeddedPostgres } from '#platform/embedded-postgres/embedded-postgres.ts'
import { releaseSchema } from '#release-schema.ts'
import { prepareInstallation } from '#platform/installation/prepare.ts'
import { silentLog } from '#platform/log.ts'
import { work } from '../worker.ts'
import { withDatabase } from './global-setup.ts'
import { openWorld, type World } from './world.ts'

/** A running installation with a port, a worker and a database of its own: a target for a browser or a load. */
export interface Installation extends AsyncDisposable {
  readonly world: World
  /** `http://localhost:PORT`. */
  readonly origin: string
  readonly port: number
  readonly databaseUrl: string
  readonly ownerUrl: string
  /** The cluster's administrator, in the same database. */
  readonly superuserUrl: string
}

export interface InstallationOptions {
  /** `durable` if the speed of the disk matters. */
  readonly durability?: 'durable' | 'throwaway'
  readonly env?: NodeJS.ProcessEnv
  /** `false`: the backlog waits for `world.settle`. */
  readonly works?: boolean
  /** A folder of `prepareHome`, of which it gets a copy instead of making and migrating a database of its own. */
  readonly preparedHome?: string | undefined
  /** Instead of the channels whose accounts are collected. */
  readonly collectors?: CollectingOptions['collectors'] | undefined
}

export async function openInstallation({
  durability = 'throwaway',
  env = {},
  works = true,
  preparedHome,
  collectors,
}: InstallationOptions = {}): Promise<Installation> {
  const home = await makeHome()
  // The database's user owns a part of it.
  if (preparedHome) await promisify(execFile)('cp', ['-a', `${preparedHome}/.`, home])
  const database = await startEmbeddedPostgres({ home, log: silentLog, durability })
  const { ownerUrl } = database
  const { appUrl } = await prepare(home, ownerUrl)
  const world = await openWorld(appUrl, { VERBATIM_HOME: home, ...env }, 'running')
  await world.app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = world.app.server.address() as AddressInfo
  const stop = new AbortController()
  const working = works ? work(world.ctx, stop.signal, collectors) : undefined
  return {
    world,
    port,
    origin: `http://localhost:${port}`,
    databaseUrl: appUrl,
    ownerUrl,
    superuserUrl: withDatabase(database.superuserUrl, new URL(ownerUrl).pathname.slice(1)),
    async [Symbol.asyncDispose]() {
      stop.abort()
      await working
      await world[Symbol.asyncDispose]()
      await database.stop()
      await rm(home, { recursive: true, force: true })
    },
  }
}

/** Makes a home with a migrated database that is not running. @returns Its folder */
export async function prepareHome(): Promise<string> {
  const home = await makeHome()
  const database = await startEmbeddedPostgres({ home, log: silentLog, durability: 'throwaway' })
  try {
    await prepare(home, database.ownerUrl)
  } finally {
    await database.stop()
  }
  return home
}

async function makeHome(): Promise<string> {
  const home = await mkdtemp(join(tmpdir(), 'verbatim-installation-'))
  await chmod(home, 0o711) // for the database's user, where root runs it
  return home
}

const prepare = async (home: string, ownerUrl: string) =>
  prepareInstallation(home, { ownerUrl, database: 'embedded', schema: await releaseSchema() })
