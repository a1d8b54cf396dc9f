import { randomBytes } from 'node:crypto'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { withDatabase } from '#testing/global-setup.ts'
import { prepareRoles } from './database-roles.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded-postgres/embedded-postgres.ts'
import { silentLog } from './log.ts'

// Roles belong to the whole cluster, so this file uses a separate one and does not disturb the others.
let home: string
let cluster: EmbeddedPostgres
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'verbatim-roles-'))
  await chmod(home, 0o711)
  cluster = await startEmbeddedPostgres({ home, log: silentLog, durability: 'throwaway' })
})
afterAll(async () => {
  await cluster?.stop()
  await rm(home, { recursive: true, force: true })
})

const secret = randomBytes(32)

async function query(url: string, ...statements: string[]): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    let rows: unknown[] = []
    for (const text of statements) rows = (await client.query({ text, rowMode: 'array' })).rows.flat()
    return rows
  } finally {
    await client.end()
  }
}

/** A separate database for another role, as an administrator would create it. */
async function makeOwner(role: string, attributes: string): Promise<string> {
  await query(
    cluster.superuserUrl,
    `create role ${role} login ${attributes} password 'x'`,
    `create database ${role} owner ${role}`,
  )
  const url = new URL(withDatabase(cluster.ownerUrl, role))
  url.username = role
  url.password = 'x'
  return url.href
}

test('the owner can hand a function to the role without login, and the server connects', async () => {
  const { appUrl } = await prepareRoles(cluster.ownerUrl, secret)
  await query(
    cluster.ownerUrl,
    'grant usage, create on schema public to verbatim_search',
    'create function one() returns int language sql security definer as $$ select 1 $$',
    'alter function one() owner to verbatim_search',
  )
  expect(await query(appUrl, 'select one(), current_user')).toEqual([1, 'verbatim_app'])
})

test('preparing again changes nothing but the password, which follows the secret', async () => {
  const { appUrl } = await prepareRoles(cluster.ownerUrl, secret)
  expect(await prepareRoles(cluster.ownerUrl, secret)).toEqual({ appUrl })
  const other = await prepareRoles(cluster.ownerUrl, randomBytes(32))
  await expect(query(appUrl, 'select 1')).rejects.toThrow('password authentication failed')
  expect(await query(other.appUrl, 'select 1')).toEqual([1])
})

test('many servers may prepare at once', async () => {
  await Promise.all(Array.from({ length: 6 }, () => prepareRoles(cluster.ownerUrl, secret)))
})

test('the owner does not see rows that policies show to the search role', async () => {
  const { appUrl } = await prepareRoles(cluster.ownerUrl, secret)
  await query(
    cluster.ownerUrl,
    'create table hidden as select 1 as n',
    'alter table hidden enable row level security',
    'alter table hidden force row level security',
    'grant select on hidden to verbatim_search, verbatim_app',
    'create policy directory on hidden for select to verbatim_search using (true)',
    'create function shown() returns bigint language sql security definer as $$ select count(*) from hidden $$',
    'alter function shown() owner to verbatim_search',
  )
  expect(await query(cluster.ownerUrl, 'select count(*) from hidden')).toEqual(['0'])
  expect(await query(appUrl, 'select count(*) from hidden')).toEqual(['0'])
  expect(await query(appUrl, 'select shown()')).toEqual(['1'])
})

test('the serving role cannot create anything', async () => {
  const { appUrl } = await prepareRoles(cluster.ownerUrl, secret)
  await expect(query(appUrl, 'create table mine (n int)')).rejects.toThrow('permission denied')
  await expect(query(appUrl, 'create role friend')).rejects.toThrow('permission denied')
  await expect(query(appUrl, 'set role verbatim_search')).rejects.toThrow('permission denied')
})

test('an owner that may not create roles gets the steps for an administrator', async () => {
  const powerless = await makeOwner('powerless', 'nocreaterole')
  await expect(prepareRoles(powerless, secret)).rejects.toThrow(
    'It must own the database and have CREATEROLE',
  )
})

test('a second owner in the cluster can connect after the grant that the refusal names', async () => {
  const neighbour = await makeOwner('neighbour', 'createrole')
  await expect(prepareRoles(neighbour, secret)).rejects.toThrow(
    'GRANT verbatim_app, verbatim_search, verbatim_backup TO',
  )
  await query(
    cluster.superuserUrl,
    'grant verbatim_app, verbatim_search, verbatim_backup to neighbour with admin option',
  )
  const { appUrl } = await prepareRoles(neighbour, secret)
  expect(await query(appUrl, 'select current_database()')).toEqual(['neighbour'])
})
