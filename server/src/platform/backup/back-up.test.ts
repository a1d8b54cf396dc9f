import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { releaseSchema } from '#release-schema.ts'
import { silentLog } from '#platform/log.ts'
import { openTestDatabase, type TestDatabase } from '#testing/database.ts'
import { backUp, type BackUpOptions } from './back-up.ts'
import { chooseBackup } from './chain.ts'
import { tryRestore } from './try-restore.ts'

let home: string
let folder: string
let database: TestDatabase
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'verbatim-back-up-'))
  folder = join(home, 'backups')
  await writeFile(join(home, 'secret'), 'a secret')
  database = await openTestDatabase()
})
afterEach(async () => {
  await database.close()
  await rm(home, { recursive: true })
})

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

test('a backup that is stopped while the database does not answer ends, and leaves nothing', async () => {
  const owner = new pg.Client(database.ownerUrl)
  await owner.connect()
  try {
    await owner.query('begin; lock table message_record in access exclusive mode')
    const stop = new AbortController()
    const ended = expect(make('2026-11-22T08:00:00Z', { signal: stop.signal })).rejects.toThrow()
    await vi.waitFor(async () => {
      const { rows } = await owner.query(
        `select from pg_locks where relation = 'message_record'::regclass and not granted`,
      )
      expect(rows).toHaveLength(1)
    })
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
  const tried = tryRestore({
    folder,
    passphrase,
    id: failed.header.id,
    schema: await releaseSchema(),
    findDiffering: () => Promise.resolve([]),
    now: new Date('2026-11-23T09:00:00Z'),
    log: silentLog,
    tell: () => {},
  })
  await expect(tried).rejects.toThrow(
    `${path} is damaged. Restore from another copy of the backup. ${failed.folder} failed its trial restore. The next backup will be full.`,
  )
  expect(await chooseBackup(folder)).toMatchObject({
    header: { id: sound.header.id },
    passedOver: [{ header: { id: failed.header.id } }],
  })
  const next = await make('2026-11-24T08:00:00Z')
  expect(next.header.kind).toBe('full')
  expect(await chooseBackup(folder)).toMatchObject({ header: { id: next.header.id }, passedOver: [] })
})

test('a backup made while the clock was ahead is followed by others that add to one another', async () => {
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
})
