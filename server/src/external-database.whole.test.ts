import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, readdir, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { inTenant } from '#platform/db.ts'
import { startEmbeddedPostgres } from '#platform/embedded-postgres/embedded-postgres.ts'
import { releaseSchema } from '#release-schema.ts'
import { prepareInstallation } from '#platform/installation/prepare.ts'
import { silentLog } from '#platform/log.ts'
import { programEnvironment } from '#testing/program-environment.ts'
import { openWorld, type World, type WorldTenant } from '#testing/world.ts'

/*
 * An operator's own PostgreSQL, with only the role that the guide describes: an installation is backed up, and
 * restored on another server, by the programs that an operator runs.
 */

const passphrase = 'correct horse battery'
const resources = new AsyncDisposableStack()
let folder: string
/** Two servers, each with an empty database of the documented role. */
let servers: readonly string[]

beforeAll(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'verbatim-external-')))
  await chmod(folder, 0o711)
  resources.defer(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }))
  await writeFile(join(folder, 'passphrase'), `${passphrase}\n`, { mode: 0o600 })
  servers = await Promise.all(['one', 'two'].map(startServer))
}, 90_000)
afterAll(() => resources.disposeAsync())

async function startServer(name: string): Promise<string> {
  const server = await startEmbeddedPostgres({ home: join(folder, name), log: silentLog })
  resources.defer(() => server.stop())
  const client = new pg.Client({ connectionString: server.superuserUrl })
  await client.connect()
  await client.query("create role keeper login createrole nosuperuser nobypassrls password 'kept-2026'")
  await client.query('create database archive owner keeper template template0')
  await client.end()
  const url = new URL(server.superuserUrl)
  Object.assign(url, { username: 'keeper', password: 'kept-2026', pathname: '/archive' })
  return url.href
}

/** Runs an operator's program on a home and a database. */
async function run(name: string, home: string, database: string, ...given: string[]) {
  const program = fileURLToPath(new URL(`${name}.ts`, import.meta.url))
  const child = spawn(process.execPath, [program, ...given], {
    env: {
      ...programEnvironment,
      VERBATIM_HOME: home,
      DATABASE_URL: database,
      VERBATIM_BACKUP_KEY_FILE: join(folder, 'passphrase'),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  child.stdout.on('data', (text) => (said += text))
  child.stderr.on('data', (text) => (said += text))
  await once(child, 'close')
  expect([child.exitCode, said]).toEqual([0, expect.any(String)])
  return said
}

const bodies = (world: World, tenant: WorldTenant) =>
  inTenant(world.ctx.db, tenant.id, async (tx) =>
    (await tx.selectFrom('message').select('body').orderBy('id').execute()).map(({ body }) => body),
  )

test('a backup of one server can be restored on another, starts there, and continues', async () => {
  const [one = '', two = ''] = servers
  const [home, restored] = [join(folder, 'home'), join(folder, 'restored')]
  const { appUrl } = await prepareInstallation(home, {
    ownerUrl: one,
    database: 'own',
    schema: await releaseSchema(),
  })
  const world = await openWorld(appUrl, { VERBATIM_HOME: home })
  const tenant = await world.makeTenant('own')
  for (const body of ['first', 'second']) await world.deliver(tenant, { from: '+15550109999', body })
  await world.settle()
  await run('backup', home, one, join(folder, 'backups'), '--no-verify') // the next backup is verified, and builds upon this one
  await world.deliver(tenant, { from: '+15550109999', body: 'of the next day' })
  await world.settle()
  const said = await run('backup', home, one, join(folder, 'backups')) // while it runs
  expect(said).toMatch(/increment/)
  expect(said).toMatch(/every row and file is intact/)
  await world[Symbol.asyncDispose]()

  await run('restore', restored, two, join(folder, 'backups'))
  expect((await readdir(restored)).toSorted()).toEqual(
    expect.arrayContaining(['installation.json', 'secret']),
  )
  expect(await run('verify', restored, two)).toContain('No problems found.')
  const there = await prepareInstallation(restored, {
    ownerUrl: two,
    database: 'own',
    schema: await releaseSchema(),
  })
  const again = await openWorld(there.appUrl, { VERBATIM_HOME: restored })
  expect(await bodies(again, tenant)).toEqual(['first', 'second', 'of the next day'])
  expect(await again.deliver(tenant, { from: '+15550109999', body: 'after it' })).toBe(200)
  await again.settle()
  expect(await bodies(again, tenant)).toHaveLength(4)
  await again[Symbol.asyncDispose]()
}, 90_000)
