import { createHash, randomUUID } from 'node:crypto'
import { chmod, cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from '#platform/embedded-postgres/embedded-postgres.ts'
import { silentLog } from '#platform/log.ts'
import { Refusal } from '#platform/refusal.ts'
import { releaseSchema } from '#release-schema.ts'
import type { Schema } from '#schema/sql-files.ts'
import { withDatabase } from '#testing/global-setup.ts'
import { openHome, restoringFileOf } from './home.ts'
import { prepareInstallation } from './prepare.ts'
import { sealOf } from './seal.ts'
import { readInstallationSecret } from './secret.ts'

// Roles belong to the whole cluster, so this file uses a separate one.
let folder: string
let cluster: EmbeddedPostgres
let schema: Schema
beforeAll(async () => {
  schema = await releaseSchema()
  folder = await mkdtemp(join(tmpdir(), 'verbatim-homes-'))
  await chmod(folder, 0o711)
  await mkdir(join(folder, 'cluster'), { mode: 0o711 })
  cluster = await startEmbeddedPostgres({
    home: join(folder, 'cluster'),
    log: silentLog,
    durability: 'throwaway',
  })
})
afterAll(async () => {
  await cluster?.stop()
  await rm(folder, { recursive: true, force: true })
})
// Roles of one installation would disturb the first starts of the next one.
afterEach(() =>
  query(cluster.superuserUrl, ...made.splice(0).map((name) => `drop database ${name} with (force)`)),
)

const made: string[] = []
async function makeDatabase(from = ''): Promise<string> {
  const name = `house_${randomUUID().slice(0, 8)}`
  await query(cluster.superuserUrl, `create database ${name} owner verbatim_owner ${from}`)
  made.push(name)
  return withDatabase(cluster.ownerUrl, name)
}

async function query(url: string, ...statements: string[]): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    let rows: Record<string, unknown>[] = []
    for (const text of statements) rows = (await client.query<Record<string, unknown>>(text)).rows
    return rows
  } finally {
    await client.end()
  }
}

const makeHome = () => mkdtemp(join(folder, 'home-'))
const start = (home: string, ownerUrl: string) =>
  prepareInstallation(home, { ownerUrl, database: 'own', schema })

/** Every file with its bytes, and the complete state of the database and its roles. */
async function stateOf(home: string, ownerUrl: string): Promise<string> {
  const hash = createHash('sha256')
  for (const entry of await readdir(home, { recursive: true, withFileTypes: true })) {
    hash.update(join(entry.parentPath, entry.name))
    if (entry.isFile()) hash.update(await readFile(join(entry.parentPath, entry.name)))
  }
  const roles = await query(cluster.superuserUrl, 'select rolname, rolpassword from pg_authid order by 1')
  const relations = await query(
    ownerUrl,
    `select relname from pg_class where relnamespace = 'public'::regnamespace order by 1`,
  )
  const sealed = relations.some(({ relname }) => relname === 'installation')
  const seal = sealed ? await query(ownerUrl, 'select * from installation') : []
  return hash.update(JSON.stringify({ roles, relations, seal })).digest('hex')
}

async function expectRefusal(home: string, ownerUrl: string, text: string | RegExp): Promise<void> {
  const before = await stateOf(home, ownerUrl)
  const refused = await start(home, ownerUrl).catch((error: unknown) => error)
  expect(refused).toBeInstanceOf(Refusal)
  expect((refused as Refusal).message).toMatch(new RegExp(text))
  expect(await stateOf(home, ownerUrl)).toBe(before)
}

interface Founded {
  readonly home: string
  readonly ownerUrl: string
  readonly appUrl: string
  readonly id: string
}

/** An installation with an organization that has served: a copy of one that is made once. */
async function found(): Promise<Founded> {
  original ??= foundOriginal()
  const { appUrl, id, ...from } = await original
  const [home, name] = [await makeHome(), new URL(from.ownerUrl).pathname.slice(1)]
  await cp(from.home, home, { recursive: true })
  const ownerUrl = await makeDatabase(`template ${name} strategy file_copy`)
  return { home, ownerUrl, appUrl: withDatabase(appUrl, new URL(ownerUrl).pathname.slice(1)), id }
}

let original: Promise<Founded> | undefined
async function foundOriginal(): Promise<Founded> {
  const [home, ownerUrl] = [await makeHome(), await makeDatabase()]
  made.pop() // it stays for all tests
  const { appUrl, id } = await start(home, ownerUrl)
  const tenant = randomUUID()
  await query(
    appUrl,
    `set app.tenant_id = '${tenant}'`,
    `insert into organization (tenant_id, host_label, name) values ('${tenant}', 'one', 'One')`,
  )
  await writeFile(join(home, 'founded.json'), '{}')
  return { home, ownerUrl, appUrl, id }
}

describe('a complete installation', () => {
  // These two are first, because they make other installations in the cluster than the one that is copied below.
  test('of many first starts of one home, exactly one seals the database', { tags: ['whole'] }, async () => {
    const [home, ownerUrl] = [await makeHome(), await makeDatabase()]
    const same = await Promise.all([start(home, ownerUrl), start(home, ownerUrl), start(home, ownerUrl)])
    expect(new Set(same.map(({ id }) => id)).size).toBe(1)
  })

  test('of the first starts of many homes, exactly one seals the database', async () => {
    const other = await makeDatabase()
    const homes = await Promise.all(Array.from({ length: 4 }, makeHome))
    const ends = await Promise.allSettled(homes.map((one) => start(one, other)))
    expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    for (const [index, end] of ends.entries()) {
      if (end.status === 'fulfilled') continue
      expect(String(end.reason)).toContain('has no secret')
      expect(await readdir(homes[index] ?? '')).toEqual([])
    }
  })

  test('is recognized at every start, and by a second node that has only the secret', async () => {
    const { home, ownerUrl, appUrl, id } = await found()
    expect(await start(home, ownerUrl)).toEqual({ appUrl, id })
    const second = await makeHome()
    await cp(join(home, 'secret'), join(second, 'secret'))
    expect(await start(second, ownerUrl)).toEqual({ appUrl, id })
    expect(await readFile(join(second, 'installation.json'), 'utf8')).toBe(
      await readFile(join(home, 'installation.json'), 'utf8'),
    )
    expect(await query(appUrl, 'select 1 as one')).toEqual([{ one: 1 }])
  })
})

describe('a start that would make a new installation from leftovers refuses, and changes nothing', () => {
  test('an empty home with an existing database', async () => {
    const { ownerUrl, id } = await found()
    await expectRefusal(
      await makeHome(),
      ownerUrl,
      `belongs to installation ${id}, and .* has no secret. Copy .*secret`,
    )
  })

  test('the home of another installation', async () => {
    const { ownerUrl, id } = await found()
    const other = await makeHome()
    await writeFile(join(other, 'secret'), `${Buffer.alloc(32, 7).toString('base64url')}\n`)
    await expectRefusal(
      other,
      ownerUrl,
      `belongs to installation ${id}, and .*secret is the secret of another`,
    )
  })

  test('the same secret, but the mark of another installation', async () => {
    const [one, other] = [await found(), await found()]
    const { id, seal } = sealOf(await readInstallationSecret(one.home), randomUUID())
    await query(
      other.ownerUrl,
      'delete from installation',
      `insert into installation (id, seal, organizations) values ('${id}', '\\x${seal.toString('hex')}', 1)`,
    )
    const ids = `belongs to installation ${id}, and .* to installation ${one.id}`
    await expectRefusal(one.home, other.ownerUrl, ids)
  })

  test('a home that lost its secret, or has another one', async () => {
    const { home, ownerUrl, id } = await found()
    await writeFile(join(home, 'secret'), `${Buffer.alloc(32, 9).toString('base64url')}\n`)
    await expectRefusal(home, ownerUrl, `is not the secret of installation ${id}`)
    await writeFile(join(home, 'secret'), 'half a secr')
    await expectRefusal(home, ownerUrl, 'does not hold a secret')
    await rm(join(home, 'secret'))
    await expectRefusal(
      home,
      ownerUrl,
      /has no secret, but it is the home of an installation: it contains .*installation\.json/,
    )
  })

  test('an empty database, if the home has used one', async () => {
    const { home } = await found()
    await expectRefusal(home, await makeDatabase(), /does not belong to an installation, but .* does/)
  })

  test('an empty database, if only the secret and served files are left of the home', async () => {
    const { home } = await found()
    await rm(join(home, 'installation.json'))
    await expectRefusal(home, await makeDatabase(), /does not belong to an installation, but .*founded\.json/)
  })

  test('a database with organizations and without a seal', async () => {
    const { home, ownerUrl } = await found()
    await query(ownerUrl, 'delete from installation')
    await rm(join(home, 'installation.json'))
    await rm(join(home, 'founded.json'))
    await expectRefusal(home, ownerUrl, 'holds 1 organizations but no installation')
  })

  test('a database that was restored without its rows', async () => {
    const { home, ownerUrl } = await found()
    await query(
      ownerUrl,
      'alter table organization no force row level security',
      'alter table organization disable trigger user',
      'delete from organization',
      'alter table organization enable trigger user',
      'alter table organization force row level security',
    )
    await expectRefusal(home, ownerUrl, 'of 1 organizations it contains 0')
  })

  test('a home whose restore did not finish', async () => {
    const { home, ownerUrl } = await found()
    await writeFile(restoringFileOf(home), '')
    await expectRefusal(home, ownerUrl, 'did not finish')
  })

  test('a home whose records are in its own database, without DATABASE_URL', async () => {
    const { home } = await found()
    await expect(openHome(home, 'embedded')).rejects.toThrow('DATABASE_URL is not set')
  })

  test('a second installation in the cluster of the first, whose serving role it would lock out', async () => {
    const { appUrl } = await found()
    await expectRefusal(
      await makeHome(),
      await makeDatabase(),
      'serves another installation of this PostgreSQL',
    )
    expect(await query(appUrl, 'select 1 as one')).toEqual([{ one: 1 }])
  })
})

describe('a home with an embedded database', () => {
  const openEmbedded = (home: string) => openHome(home, 'embedded')

  test('is new if it is empty or missing', async () => {
    expect(await openEmbedded(join(folder, 'nowhere'))).toMatchObject({ secret: undefined, traces: [] })
  })

  test.each(['founded.json', 'blobs/1/file', 'installation.json'])(
    'refuses where %s is all that is left',
    async (left) => {
      const { home } = await found()
      const remains = await makeHome()
      await mkdir(join(remains, left, '..'), { recursive: true })
      await cp(join(home, left), join(remains, left)).catch(() => writeFile(join(remains, left), 'x'))
      await expect(openEmbedded(remains)).rejects.toThrow(
        'has no secret, but it is the home of an installation',
      )
      await cp(join(home, 'secret'), join(remains, 'secret'))
      await expect(openEmbedded(remains)).rejects.toThrow(
        /database of this installation is missing|DATABASE_URL is not set/,
      )
    },
  )

  test('refuses if the database exists and the secret does not', async () => {
    const home = join(folder, 'cluster')
    await cp(join(home, 'secret'), join(folder, 'kept-secret'))
    await rm(join(home, 'secret'))
    await expect(openEmbedded(home)).rejects.toThrow(/has no secret, but .* it contains .*postgres\/data/)
    await cp(join(folder, 'kept-secret'), join(home, 'secret'))
  })
})
