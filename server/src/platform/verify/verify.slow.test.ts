import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, expect, inject, test } from 'vitest'
import { inTenant } from '#platform/db.ts'
import { findDiffering } from '#domains/metrics/kept-counts.ts'
import { findOpenings } from '#domains/metrics/openings.ts'
import { StoreAway } from '#platform/files/failures.ts'
import { damages } from '#testing/damages.ts'
import { releaseSchema } from '#release-schema.ts'
import type { Schema } from '#schema/sql-files.ts'
import { openTestDatabase, type TestDatabase } from '#testing/database.ts'
import { withDatabase } from '#testing/global-setup.ts'
import { decideTwice } from '#testing/reviews.ts'
import { openWorld, type World, type WorldTenant } from '#testing/world.ts'
import { worldSecret } from '#testing/world-secret.ts'
import { verify } from './verify.ts'

let database: TestDatabase
let world: World
let tenant: WorldTenant
let admin: pg.Client
let scratch: string
let sha256: Buffer
let schema: Schema
beforeAll(async () => {
  schema = await releaseSchema()
  scratch = await mkdtemp(join(tmpdir(), 'verbatim-verify-'))
  database = await openTestDatabase()
  world = await openWorld(database.url)
  tenant = await world.makeTenant('whole')
  for (const body of ['one', 'two', 'three']) await world.deliver(tenant, { from: '+15550109999', body })
  await world.settle()
  sha256 = await world.ctx.blobs.put(tenant.id, Buffer.from('an attachment'))
  await inTenant(world.ctx.db, tenant.id, async (tx) => {
    const message = await tx.selectFrom('message').select('id').orderBy('id').executeTakeFirstOrThrow()
    const values = {
      id: crypto.randomUUID(),
      message_id: message.id,
      ordinal: 1,
      state: 'stored',
      sha256,
      reading: 'unsupported',
    }
    await tx
      .insertInto('attachment')
      .values(values as never)
      .execute()
  })
  const later = new Date(world.ctx.now().getTime() + 3_600_000)
  const { compliance, super_admin: other } = tenant.users
  await inTenant(world.ctx.db, tenant.id, async (tx) => {
    await findOpenings(tx, 100, later)
    await decideTwice(tx, [compliance, other], later)
  })
  // The cluster's administrator, who can damage data past every trigger and constraint.
  admin = new pg.Client({
    connectionString: withDatabase(
      inject('testCluster').superuserUrl,
      new URL(database.url).pathname.slice(1),
    ),
  })
  await admin.connect()
  await admin.query('set session_replication_role = replica')
})
afterAll(async () => {
  await admin?.end()
  await world?.[Symbol.asyncDispose]()
  await database?.close()
  await rm(scratch, { recursive: true, force: true })
})

const look = (more: Partial<Parameters<typeof verify>[0]> = {}) =>
  verify({
    ownerUrl: database.ownerUrl,
    secret: worldSecret,
    schema,
    blobs: world.ctx.blobs,
    ignoresDurability: true,
    findDiffering,
    now: world.ctx.now(),
    tell: () => {},
    ...more,
  })

let mends: string[] = []
afterEach(async () => {
  for (const mend of mends.splice(0)) await admin.query(mend)
})

test('an intact installation has no findings, and all of it is checked', async () => {
  expect(await look()).toMatchObject({ findings: [], records: 3, attachments: 1 })
})

test(
  'an attachment that the store cannot read is named beside all other findings, each as it is found',
  { tags: ['whole'] },
  async () => {
    mends = [`update message_record set bytes = substr(bytes, 1, length(bytes) - 1)`]
    await admin.query(`update message_record set bytes = bytes || '\\x00'`)
    const reported: string[] = []
    const { findings } = await look({
      blobs: {
        list: (id) => world.ctx.blobs.list(id),
        get: () => Promise.reject(new StoreAway(new Error('EIO: i/o error, read'))),
      },
      report: (finding) => reported.push(finding),
    })
    expect(findings).toEqual([
      expect.stringMatching(/^Records that differ from what was received: 3 /),
      `The attachment ${sha256.toString('hex')} of organization ${tenant.id} is unreadable (EIO: i/o error, read).`,
    ])
    expect(reported).toEqual(findings)
  },
)

test.each(damages)('it finds %s', async (_what, spoil, mend, said) => {
  mends = [mend]
  await admin.query(spoil)
  const { findings } = await look({ blobs: undefined })
  expect(findings.join('\n')).toMatch(said)
})

test('finds an attachment that is missing or damaged, and a file that no row names', async () => {
  const { blobs } = world.ctx
  const missing = await look({
    blobs: { get: (id) => blobs.get(id, randomBytes(32)), list: (id) => blobs.list(id) },
  })
  expect(missing.findings).toEqual([
    `The attachment ${sha256.toString('hex')} of organization ${tenant.id} is missing.`,
  ])
  const damaged = await look({
    blobs: { get: () => Promise.resolve(Buffer.from('x')), list: (id) => blobs.list(id) },
  })
  expect(damaged.findings).toEqual([
    `The attachment ${sha256.toString('hex')} of organization ${tenant.id} is damaged.`,
  ])
  const stray = Buffer.alloc(32, 1)
  async function* listed() {
    yield { sha256: stray, sizeBytes: 1, writtenAt: new Date(0) }
    yield { sha256: Buffer.alloc(32, 2), sizeBytes: 1, writtenAt: world.ctx.now() } // its row may follow
  }
  const loose = await look({ blobs: { get: (id, digest) => blobs.get(id, digest), list: listed } })
  expect(loose.findings).toEqual([
    `Files of organization ${tenant.id} that are not referenced: 1 (${stray.toString('hex')}).`,
  ])
})

test('finds the secret of another installation, a missing seal, and settings that lose records', async () => {
  expect((await look({ secret: randomBytes(32) })).findings.join()).toMatch(/which has a different secret/)
  expect((await look({ ignoresDurability: false })).findings.join('\n')).toMatch(
    /fsync off[^]*synchronous_commit off/,
  )
  mends = ['insert into installation select * from gone; drop table gone']
  await admin.query('create temp table gone as select * from installation; delete from installation')
  expect((await look()).findings.join()).toMatch(/has no seal/)
})

test('finds nothing more once all of it is mended', async () => {
  expect((await look()).findings).toEqual([])
})
