import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmod,
  mkdir,
  mkdtemp,
  readFile,
  realpath,
  rename,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterEach, expect, test } from 'vitest'
import { refuseUnsafeDatabase } from '#platform/database-checks.ts'
import { silentLog } from '#platform/log.ts'
import { programEnvironment } from '#testing/program-environment.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded-postgres.ts'
import { processesIn, waitUntil } from './process-table.ts'

const isRoot = process.getuid?.() === 0
const cleanups: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).toReversed()) await cleanup()
})

async function makeFolder(mode = 0o711): Promise<string> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'verbatim-ground-')))
  await chmod(folder, mode)
  cleanups.push(() => rm(folder, { recursive: true, force: true }))
  return folder
}

async function start(home: string, durability: 'durable' | 'throwaway' = 'throwaway') {
  const database = await startEmbeddedPostgres({ home, log: silentLog, durability })
  cleanups.push(() => database.stop())
  return database
}

/** A separate Node process that starts the database and never stops it. */
async function startElsewhere(home: string, user: { uid?: number; gid?: number } = {}, cwd = 'server') {
  const script = `
    import { startEmbeddedPostgres } from '#platform/embedded-postgres/embedded-postgres.ts'
    import { silentLog } from '#platform/log.ts'
    const { ownerUrl } = await startEmbeddedPostgres({ home: process.env.HOUSE, log: silentLog, durability: 'throwaway' })
    process.stdout.write(ownerUrl)
    setInterval(() => {}, 1000)`
  const child = spawn(process.execPath, ['--input-type=module', '--eval', script], {
    ...user,
    cwd,
    env: { ...programEnvironment, HOUSE: home },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  cleanups.push(async () => kill(child))
  const [url] = await Promise.race([once(child.stdout, 'data'), once(child, 'exit')])
  return { child, ownerUrl: String(url) }
}

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGKILL')
  await once(child, 'exit')
}

async function query(url: string, text: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query({ text, rowMode: 'array' })).rows.flat()
  } finally {
    await client.end().catch(() => {})
  }
}

const processesOf = ({ folder }: EmbeddedPostgres) => processesIn(join(folder, 'data'), undefined)

test('writes through to disk with checksums, does not listen on the network, and asks for a password', async () => {
  const database = await start(await makeFolder(), 'durable')
  await expect(refuseUnsafeDatabase(database.ownerUrl)).resolves.toBeUndefined()
  await expect(refuseUnsafeDatabase(database.superuserUrl)).rejects.toThrow('row-level security')
  expect(
    await query(
      database.ownerUrl,
      `select setting from pg_settings where name in ('data_checksums', 'listen_addresses', 'logging_collector', 'password_encryption')
       order by name`,
    ),
  ).toEqual(['on', '', 'on', 'scram-sha-256'])
  const wrong = new URL(database.ownerUrl)
  wrong.password = 'guess'
  await expect(query(wrong.href, 'select 1')).rejects.toThrow('password authentication failed')
  expect((await stat(join(database.folder, 'socket'))).mode & 0o777).toBe(0o700)
})

test('after a stop, no process is left, and the next start finds the rows', async () => {
  const home = await makeFolder()
  const first = await start(home)
  await query(first.ownerUrl, 'create table kept as select 7 as n')
  await first.stop()
  expect(await processesOf(first)).toEqual([])
  const second = await start(home)
  expect(await query(second.ownerUrl, 'select n from kept')).toEqual([7])
})

test('a killed postmaster is started again with all committed data', async () => {
  const database = await start(await makeFolder(), 'durable')
  await query(database.ownerUrl, 'create table kept as select 7 as n')
  const killed = database.processId()!
  process.kill(killed, 'SIGKILL')
  const answers = () => query(database.ownerUrl, 'select n from kept').catch(() => [])
  expect(await waitUntil(async () => (await answers())[0] === 7, 15_000)).toBe(true)
  expect(database.processId()).not.toBe(killed)
})

test('the database of a killed Node is taken over by the next start', async () => {
  const home = await makeFolder()
  const { child, ownerUrl } = await startElsewhere(home)
  await query(ownerUrl, 'create table kept as select 7 as n')
  await kill(child)
  expect(await query(ownerUrl, 'select n from kept')).toEqual([7]) // the orphaned process continues
  const database = await start(home)
  expect(await query(database.ownerUrl, 'select n from kept')).toEqual([7])
  expect(await processesOf(database)).toContain(database.processId())
})

test('no postmaster.pid prevents a start, whether it is another program’s, a dead process’s, empty or damaged', async () => {
  const home = await makeFolder()
  for (const text of [`${process.pid}\n/elsewhere\n`, '4194304\n/elsewhere\n', '', '\0\0\0']) {
    const database = await start(home)
    await database.stop()
    await writeFile(join(database.folder, 'data', 'postmaster.pid'), text)
  }
  expect(await query((await start(home)).ownerUrl, 'select 1')).toEqual([1])
})

test('a home whose path is too long for a socket works', async () => {
  const home = join(await makeFolder(), 'deep'.repeat(20), 'deeper'.repeat(20))
  await mkdir(home, { recursive: true })
  expect(await query((await start(home)).ownerUrl, 'select 1')).toEqual([1])
})

test('a data folder of another major version is not touched', async () => {
  const home = await makeFolder()
  const first = await start(home)
  await first.stop()
  await writeFile(join(first.folder, 'data', 'PG_VERSION'), '12\n')
  await expect(start(home)).rejects.toThrow('created by PostgreSQL 12')
})

test('PostgreSQL’s output is passed on when it cannot start', async () => {
  const home = await makeFolder()
  const first = await start(home)
  await first.stop()
  await writeFile(join(first.folder, 'local.conf'), 'nonsense = 1\n')
  await expect(start(home)).rejects.toThrow('nonsense')
})

test.runIf(isRoot)("root's home that no other user may enter still holds all of its data", async () => {
  const home = join(await makeFolder(0o700), 'home')
  const first = await start(home)
  expect(first.folder).toBe(join(home, 'postgres'))
  expect((await stat(first.folder)).mode & 0o777).toBe(0o700)
  await query(first.ownerUrl, 'create table kept as select 7 as n')
  await first.stop()
  await writeFile(join(first.folder, 'local.conf'), "work_mem = '7MB'\n")

  const database = await start(home)
  expect(await query(database.ownerUrl, 'select n from kept')).toEqual([7])
  expect(await query(database.ownerUrl, 'show work_mem')).toEqual(['7MB'])
  expect(await query(database.superuserUrl, 'show data_directory')).not.toContain(home)
  // It is found by its working folder, killed, and started again, like any other.
  const killed = database.processId()!
  expect(await processesOf(database)).toContain(killed)
  process.kill(killed, 'SIGKILL')
  const answers = () => query(database.ownerUrl, 'select n from kept').catch(() => [])
  expect(await waitUntil(async () => (await answers())[0] === 7, 15_000)).toBe(true)

  // After a move with all contents, it is the same database.
  await database.stop()
  const moved = join(await makeFolder(0o700), 'moved')
  await rename(home, moved)
  expect(await query((await start(moved)).ownerUrl, 'select n from kept')).toEqual([7])
})

test.runIf(isRoot)('a link to a missing folder is reported', async () => {
  const home = await makeFolder()
  await symlink(join(home, 'gone'), join(home, 'postgres'))
  await expect(start(home)).rejects.toThrow('points to a folder that does not exist')
})

test.runIf(isRoot)('a user without privileges starts it in a folder of their own', async () => {
  const home = join(await makeFolder(0o777), 'home')
  const { child, ownerUrl } = await startElsewhere(home, { uid: 65_534, gid: 65_534 })
  expect(await query(ownerUrl, 'select current_user')).toEqual(['verbatim_owner'])
  const pid = Number.parseInt(await readFile(join(home, 'postgres', 'data', 'postmaster.pid'), 'utf8'), 10)
  await kill(child)
  process.kill(pid, 'SIGQUIT')
  expect(
    await waitUntil(async () => (await processesIn(join(home, 'postgres', 'data'), pid)).length === 0, 5_000),
  ).toBe(true)
})
