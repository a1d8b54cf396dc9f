import { open } from 'node:fs/promises'
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import pg from 'pg'
import { expect, inject, test } from 'vitest'
import { findDiffering } from '#domains/metrics/kept-counts.ts'
import { keepArrivals } from '#flows/capture/keep.ts'
import { releaseSchema } from '#release-schema.ts'
import { withDatabase } from '#testing/global-setup.ts'
import { arrivalOf } from '#testing/history.ts'
import { useTestDatabase } from '#testing/test-world.ts'
import { openWorld } from '#testing/world.ts'
import { worldSecret } from '#testing/world-secret.ts'
import type { TestDatabase } from '#testing/database.ts'
import { verify } from './verify.ts'

let database: TestDatabase
useTestDatabase((opened) => {
  database = opened
})

const records = 60
const pageBytes = 8_192

test('the records of a damaged page are named, and all others are checked', async () => {
  const name = new URL(database.url).pathname.slice(1)
  const copied = `${name}_copy`
  const { superuserUrl } = inject('testCluster')
  {
    await using world = await openWorld(database.url)
    const tenant = await world.makeTenant('damaged')
    for (let n = 0; n < records; n++) {
      world.pass(1_000)
      const bytes = randomBytes(1_000)
      await keepArrivals(world.ctx.db, tenant.id, [arrivalOf(world, tenant, [], { bytes })], world.ctx.now())
    }
  }
  await database.db.destroy()
  const administrator = new pg.Client({ connectionString: superuserUrl })
  await administrator.connect()
  try {
    await administrator.query(`create database ${copied} template ${name} strategy file_copy`)
    const inCopy = new pg.Client({ connectionString: withDatabase(superuserUrl, copied) })
    await inCopy.connect()
    const { rows } = await inCopy.query<{ path: string; ids: string[]; others: string[] }>(
      `select current_setting('data_directory') || '/' || pg_relation_filepath('message_record') as path`,
    )
    await inCopy.end()
    const file = await open(join(rows[0]?.path ?? ''), 'r+')
    await file.write(Buffer.alloc(pageBytes, 0xff), 0, pageBytes, 2 * pageBytes)
    await file.close()
    const found = await verify({
      ownerUrl: withDatabase(database.ownerUrl, copied),
      secret: worldSecret,
      schema: await releaseSchema(),
      ignoresDurability: true,
      findDiffering,
      now: new Date(),
      tell: () => {},
    })
    const named = found.findings.filter((text) => text.startsWith('Records of the organization'))
    expect(named).toEqual([
      expect.stringMatching(/with IDs from .* cannot be read: invalid page in block 2 of/),
    ])
    expect(found.records).toBeLessThan(records)
    expect(found.records).toBeGreaterThan(records / 2)
    expect(found.findings).toContainEqual(
      expect.stringMatching(/^References of message cannot|counters of accounts cannot/),
    )
  } finally {
    await administrator.query(`drop database if exists ${copied} with (force)`)
    await administrator.end()
  }
})
