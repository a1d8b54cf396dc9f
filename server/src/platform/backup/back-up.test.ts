import { createHash } from 'node:crypto'
import { cp, mkdir, mkdtemp, readdir, readFile, rename, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { shareOf } from '@verbatim/reference/share.ts'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { releaseSchema } from '#release-schema.ts'
import { FileMissing } from '#platform/files/failures.ts'
import { silentLog } from '#platform/log.ts'
import { blobReferences } from '#schema/blob-references.ts'
import { openTestDatabase, type TestDatabase } from '#testing/database.ts'
import { backUp, type BackUpOptions, type MadeBackup } from './back-up.ts'
import { chooseBackup, openChain } from './chain.ts'
import { listBackups } from './layout.ts'
import { tryRestore } from './try-restore.ts'

let home: string
let folder: string
let database: TestDatabase
beforeAll(async () => {
  database = await openSmallDatabase()
})
afterAll(() => database?.close())
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'verbatim-back-up-'))
  folder = join(home, 'backups')
  await writeFile(join(home, 'secret'), 'a secret')
})
afterEach(() => rm(home, { recursive: true }))

/** What this file shows does not depend on how many tables there are, so few are left. */
async function openSmallDatabase(): Promise<TestDatabase> {
  const opened = await openTestDatabase()
  const left = [
    'schema_migration',
    'installation',
    'message_record',
    ...blobReferences.map(({ table }) => table),
  ]
  await opened.administer(
    `do $$ declare name regclass; begin
       for name in select oid from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'
         and relname <> all ('{${left.join(',')}}')
       loop execute format('drop table %s cascade', name); end loop;
     end $$`,
  )
  return opened
}

const passphrase = 'correct horse battery'
const make = (now: string, over: Partial<BackUpOptions> = {}) =>
  backUp({
    folder,
    passphrase,
    ownerUrl: database.ownerUrl,
    home,
    blobs: { get: () => Promise.reject(new Error('There are no attachments')) },
    installation: '0197a000-0000-7000-8000-000000000009',
    release: '0.2.0',
    cost: 2 ** 10,
    now: new Date(now),
    tell: () => {},
    ...over,
  })

const tryOut = async ({ id }: MadeBackup['header']) =>
  tryRestore({
    folder,
    passphrase,
    id,
    schema: await releaseSchema(),
    findDiffering: () => Promise.resolve([]),
    now: new Date('2026-11-23T09:00:00Z'),
    log: silentLog,
    tell: () => {},
  })

test('a backup that is stopped while the database does not answer ends, and leaves nothing', async () => {
  const owner = new pg.Client(database.ownerUrl)
  await owner.connect()
  try {
    await owner.query('begin; lock table message_record in access exclusive mode')
    const stop = new AbortController()
    const ended = expect(make('2026-11-22T08:00:00Z', { signal: stop.signal })).rejects.toThrow()
    const waiting = async () => {
      const { rows } = await owner.query(
        `select from pg_locks where relation = 'message_record'::regclass and not granted
          and database = (select oid from pg_database where datname = current_database())`,
      )
      return rows.length
    }
    await expect.poll(waiting).toBe(1)
    stop.abort()
    await ended
    expect(await readdir(folder)).toEqual([])
  } finally {
    await owner.end()
  }
})

test('a backup that failed its trial restore is no base of the next one, and a restore passes over it', async () => {
  const sound = await make('2026-11-22T08:00:00Z')
  const failed = await make('2026-11-23T08:00:00Z')
  const path = join(failed.folder, 'home')
  await writeFile(path, (await readFile(path)).subarray(0, -7))
  await expect(tryOut(failed.header)).rejects.toThrow(
    `${path} is damaged. Restore from another copy of the backup. ${failed.folder} failed its trial restore. The next backup will be full.`,
  )
  expect(await chooseBackup(folder)).toMatchObject({
    header: { id: sound.header.id },
    passedOver: [{ folder: failed.folder }],
  })
  const next = await make('2026-11-24T08:00:00Z')
  expect(next.header.kind).toBe('full')
  expect(await chooseBackup(folder)).toMatchObject({ header: { id: next.header.id }, passedOver: [] })
})

test('a trial that this machine could not read to its end is no failure of the backup, and the next one is full', async () => {
  const { folder: path, header } = await make('2026-11-22T08:00:00Z')
  await rename(join(path, 'home'), join(home, 'aside'))
  await mkdir(join(path, 'home')) // no user can read a folder as a file
  await expect(tryOut(header)).rejects.toThrow(
    `${path}/home cannot be read (EISDIR: illegal operation on a directory). The trial restore of ${path} did not finish. The next backup will be full.`,
  )
  expect(await chooseBackup(folder)).toMatchObject({ header: { id: header.id }, passedOver: [] })
  expect((await make('2026-11-23T08:00:00Z')).header.kind).toBe('full')
})

test(
  'if an earlier backup of its chain is gone, the trial of the newest fails, and the next one is full',
  { tags: ['whole'] },
  async () => {
    const full = await make('2026-11-22T08:00:00Z')
    const increment = await make('2026-11-23T08:00:00Z')
    const third = await make('2026-11-24T08:00:00Z')
    expect([increment.header.kind, third.header.kind]).toEqual(['increment', 'increment'])
    await rm(full.folder, { recursive: true })
    await expect(tryOut(third.header)).rejects.toThrow(
      `${increment.folder} needs backup ${full.header.id}, which is not in ${folder}. ${third.folder} failed its trial restore. The next backup will be full.`,
    )
    await rm(join(third.folder, 'trial')) // also without a trial
    const tell = vi.fn<(text: string) => void>()
    expect((await make('2026-11-25T08:00:00Z', { tell })).header.kind).toBe('full')
    expect(tell).toHaveBeenCalledWith(
      `${increment.folder} needs backup ${full.header.id}, which is not in ${folder}. This backup is therefore a full one`,
    )
  },
)

test.each(shareOf(['message_record.index', 'header.json', 'manifest'], 3))(
  'if %s of the newest backup is damaged, the next one is full',
  async (name) => {
    await make('2026-11-22T08:00:00Z')
    const damaged = await make('2026-11-23T08:00:00Z')
    await writeFile(join(damaged.folder, name), 'not what it was')
    expect((await make('2026-11-24T08:00:00Z')).header.kind).toBe('full')
    expect((await readdir(folder)).filter((one) => one.endsWith('.unfinished'))).toEqual([])
  },
)

test('what a backup of another installation is writing stays, and what one of ours left is removed', async () => {
  const foreign = await make('2026-11-22T08:00:00Z', { installation: '0197a000-0000-7000-8000-00000000000a' })
  const own = await make('2026-11-22T08:00:00Z')
  await rename(foreign.folder, `${foreign.folder}.unfinished`)
  await rename(own.folder, `${own.folder}.unfinished`)
  // A header is written first, but the name is made before it.
  const [fresh, left] = ['00000001', '00000002'].map((id) =>
    join(folder, `20261122T080000Z-full-${id}.unfinished`),
  )
  for (const path of [fresh, left]) await mkdir(path!)
  await utimes(fresh!, new Date(), new Date('2026-11-23T07:00:00Z'))
  await utimes(left!, new Date(), new Date('2026-11-22T07:00:00Z'))
  const made = await make('2026-11-23T08:00:00Z')
  expect((await readdir(folder)).toSorted()).toEqual(
    [`${foreign.folder}.unfinished`, fresh!, made.folder].map((path) => basename(path)).toSorted(),
  )
})

test('two installations back up into one folder at once', { tags: ['whole'] }, async () => {
  const other = await openSmallDatabase()
  try {
    const installation = '0197a000-0000-7000-8000-00000000000a'
    const made = await Promise.all([
      make('2026-11-22T08:00:00Z'),
      make('2026-11-22T08:00:00Z', { ownerUrl: other.ownerUrl, installation }),
    ])
    expect(new Set(await readdir(folder))).toEqual(new Set(made.map((one) => basename(one.folder))))
  } finally {
    await other.close()
  }
})

test('an installation has one backup at a time, also where another host gives the folder another name', async () => {
  const owner = new pg.Client(database.ownerUrl)
  await owner.connect()
  try {
    await owner.query('begin; lock table message_record in access exclusive mode')
    const started = Promise.withResolvers<void>()
    const first = make('2026-11-22T08:00:00Z', { tell: () => started.resolve() })
    await started.promise
    for (const into of [folder, join(home, 'mounted')])
      await expect(make('2026-11-22T08:00:00Z', { folder: into })).rejects.toThrow(
        'Another backup of this installation is running.',
      )
    await owner.query('rollback')
    await first
  } finally {
    await owner.end()
  }
})

test(
  'a backup made while the clock was ahead is followed by others that add to one another',
  { tags: ['whole'] },
  async () => {
    const made: { id: string; parent: string | null }[] = []
    for (const now of ['2027-01-01T08:00:00Z', '2026-11-24T08:00:00Z', '2026-11-25T08:00:00Z']) {
      const { header } = await make(now)
      expect((await chooseBackup(folder)).header).toMatchObject({
        id: header.id,
        madeAt: new Date(now).toISOString(),
      })
      made.push(header)
    }
    expect(made.map(({ parent }) => parent)).toEqual([null, made[0]?.id, made[1]?.id])
  },
)

test('a backup that was interrupted does not count, and the next one removes it', async () => {
  const made = await make('2026-11-22T08:00:00Z')
  const backups = join(home, 'cut')
  const stop = new AbortController()
  const cut = make('2026-11-22T08:00:00Z', {
    folder: backups,
    signal: stop.signal,
    tell: () => stop.abort(),
  })
  await expect(cut).rejects.toThrow('abort')
  expect((await listBackups(backups)).complete).toEqual([])
  await cp(made.folder, join(backups, '20261122T070000Z-full-0badcafe.unfinished'), { recursive: true })
  const next = await make('2026-11-22T08:00:00Z', { folder: backups })
  expect(next.header.kind).toBe('full')
  expect((await readdir(backups)).filter((name) => name.includes('-'))).toEqual([basename(next.folder)])
})

test('a backup with a lost attachment reports it, and contains the rest', async () => {
  const kept = Buffer.from('kept')
  const tenant = '0197a000-0000-7000-8000-000000000001'
  const digests = [kept, Buffer.from('lost')].map((bytes) => createHash('sha256').update(bytes).digest('hex'))
  const rows = digests.map(
    (sha256) =>
      `('${tenant}', gen_random_uuid(), gen_random_uuid(), '${tenant}', 'a.txt', 'text/plain', 4, '\\x${sha256}', now())`,
  )
  // Without what they refer to: only the files count here.
  await database.administer(`set session_replication_role = replica;
    insert into comment_file (tenant_id, id, event_id, uploaded_by, name, content_type, size_bytes, sha256, at) values ${rows.join(', ')}`)
  try {
    const get = (_: unknown, sha256: Uint8Array) =>
      Buffer.from(sha256).toString('hex') === digests[0]
        ? Promise.resolve(kept)
        : Promise.reject(new FileMissing('somewhere'))
    const made = await make('2026-11-22T08:00:00Z', { blobs: { get } })
    expect(made.manifest.attachments).toEqual({
      count: 1,
      written: 1,
      gone: 0,
      missing: [`${tenant} ${digests[1]}`],
    })
  } finally {
    await database.administer('truncate comment_file cascade')
  }
})

test('a restore may stop at an earlier backup of the chain, or at what is left of it', async () => {
  const ids = async (id?: string) =>
    (await openChain(folder, passphrase, await chooseBackup(folder, id))).map(({ header }) => header.id)
  const full = await make('2026-11-22T08:00:00Z')
  const increment = await make('2026-11-23T08:00:00Z')
  expect(await ids(full.header.id)).toEqual([full.header.id])
  const third = await make('2026-11-24T08:00:00Z')
  expect(await ids(increment.header.id)).toEqual([full.header.id, increment.header.id])
  await rm(third.folder, { recursive: true })
  expect(await ids()).toEqual([full.header.id, increment.header.id])
})
