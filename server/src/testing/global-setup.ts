import { randomUUID } from 'node:crypto'
import { chmod, mkdtemp, readFile, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import pg from 'pg'
import { prepareRoles } from '#platform/database-roles.ts'
import { ownerRole } from '#platform/embedded-postgres/cluster.ts'
import { startEmbeddedPostgres } from '#platform/embedded-postgres/embedded-postgres.ts'
import { isAlive, processesIn, signal } from '#platform/embedded-postgres/process-table.ts'
import { readInstallationSecret } from '#platform/installation/secret.ts'
import { sealDatabase } from '#platform/installation/database.ts'
import { sealOf } from '#platform/installation/seal.ts'
import { silentLog } from '#platform/log.ts'
import { releaseSchema } from '#release-schema.ts'
import { migrate } from '#schema/migrate.ts'
import { inMemory, temporaryFolder, temporaryPrefix } from './temporary-folder.ts'
import { worldSecret } from './world-secret.ts'

interface TestCluster {
  /** Makes and drops databases. */
  readonly superuserUrl: string
  /** Owner and server of the template; another database of the cluster differs in its name only. */
  readonly ownerUrl: string
  readonly appUrl: string
  /** Why the template could not be migrated; tests without a database still run. */
  readonly failure?: string
}

declare module 'vitest' {
  interface ProvidedContext {
    testCluster: TestCluster
  }
}

/** The migrated database that every test file clones. No connection may be open to it while it is cloned. */
export const templateName = 'verbatim_template'

/**
 * Starts one PostgreSQL for the whole run, without fsync because its data lives for minutes, in memory if there is
 * room, and migrates the template. First removes the remains of an interrupted earlier run.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  for (const folder of [inMemory, tmpdir()]) await sweep(folder)
  const home = await mkdtemp(join(await temporaryFolder(), `${temporaryPrefix}${process.pid}-`))
  await chmod(home, 0o711) // for the database's user, where root runs the tests
  const database = await startEmbeddedPostgres({ home, log: silentLog, durability: 'throwaway' })
  const stop = async () => {
    await database.stop()
    await rm(home, { recursive: true, force: true })
  }
  const ownerUrl = withDatabase(database.ownerUrl, templateName)
  const urls = { superuserUrl: database.superuserUrl, ownerUrl }
  try {
    const appUrl = await makeTemplate(urls, await readInstallationSecret(home))
    project.provide('testCluster', { ...urls, appUrl })
  } catch (error) {
    project.provide('testCluster', { ...urls, appUrl: '', failure: String(error) })
  }
  return stop
}

async function makeTemplate(
  { superuserUrl, ownerUrl }: { superuserUrl: string; ownerUrl: string },
  secret: Buffer,
): Promise<string> {
  const admin = new pg.Client({ connectionString: superuserUrl })
  await admin.connect()
  await admin.query(`create database ${templateName} owner ${ownerRole}`)
  await admin.end()
  const { appUrl } = await prepareRoles(ownerUrl, secret)
  await migrate(ownerUrl, await releaseSchema())
  const owner = new pg.Client({ connectionString: ownerUrl })
  await owner.connect()
  await sealDatabase(owner, sealOf(worldSecret, randomUUID()))
  await owner.end()
  return appUrl
}

/** The same server and role, another database. */
export function withDatabase(url: string, name: string): string {
  const other = new URL(url)
  other.pathname = `/${name}`
  return other.href
}

async function sweep(folder: string): Promise<void> {
  for (const name of await readdir(folder).catch(() => [])) {
    const pid = Number(/^verbatim-tests-(\d+)-/.exec(name)?.[1])
    if (!pid || (await isAlive(pid))) continue
    const home = join(folder, name)
    const dataFolder = join(home, 'postgres', 'data')
    const pidFile = await readFile(join(dataFolder, 'postmaster.pid'), 'utf8').catch(() => '')
    for (const left of await processesIn(dataFolder, Number.parseInt(pidFile, 10))) signal(left, 'SIGQUIT')
    await rm(home, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 })
  }
}
