import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { expect, test, vi } from 'vitest'
import { openTestDatabase } from '#testing/database.ts'
import { backUp } from './back-up.ts'

test('a backup that is stopped while the database does not answer ends, and leaves nothing', async () => {
  const home = await mkdtemp(join(tmpdir(), 'verbatim-stopped-'))
  const database = await openTestDatabase()
  const owner = new pg.Client(database.ownerUrl)
  await owner.connect()
  try {
    await writeFile(join(home, 'secret'), 'a secret')
    await owner.query('begin; lock table message_record in access exclusive mode')
    const stop = new AbortController()
    const made = backUp({
      folder: join(home, 'backups'),
      passphrase: 'correct horse battery',
      ownerUrl: database.ownerUrl,
      home,
      blobs: { get: () => Promise.reject(new Error('There are no attachments')) },
      installation: '0197a000-0000-7000-8000-000000000009',
      release: '0.2.0',
      cost: 2 ** 10,
      now: new Date('2026-11-22T08:00:00Z'),
      signal: stop.signal,
      tell: () => {},
    })
    const ended = expect(made).rejects.toThrow()
    await vi.waitFor(async () => {
      const { rows } = await owner.query(
        `select from pg_locks where relation = 'message_record'::regclass and not granted`,
      )
      expect(rows).toHaveLength(1)
    })
    stop.abort()
    await ended
    expect(await readdir(join(home, 'backups'))).toEqual([])
  } finally {
    await owner.end()
    await database.close()
    await rm(home, { recursive: true })
  }
})
