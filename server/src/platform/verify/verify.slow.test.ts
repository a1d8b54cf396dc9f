import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, expect, inject, test } from 'vitest'
import { inTenant } from '#platform/db.ts'
import { findDiffering } from '#domains/metrics/kept-counts.ts'
import { findOpenings } from '#domains/metrics/openings.ts'
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
beforeAll(async () => {
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
  expect((await look()).findings).toEqual([])
})

test('an intact installation has no findings, and all of it is checked', async () => {
  expect(await look()).toMatchObject({ findings: [], records: 3, attachments: 1 })
})

const policy = `create policy tenant_isolation on contact to verbatim_app
  using (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid))
  with check (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid))`

/** One kind of damage: how to cause it, how to undo it, and its finding. */
const damages: readonly (readonly [string, string, string, RegExp])[] = [
  [
    'the bytes of a record',
    `update message_record set bytes = bytes || '\\x00'`,
    `update message_record set bytes = substr(bytes, 1, length(bytes) - 1)`,
    /Records that differ from what was received: 3 /,
  ],
  [
    'the digest of a record',
    `update message_record set sha256 = substr(sha256, 2) || substr(sha256, 1, 1)`,
    `update message_record set sha256 = substr(sha256, 32) || substr(sha256, 1, 31)`,
    /Records that differ from what was received: 3 /,
  ],
  [
    'a record that is gone',
    `create temp table gone as select * from message_record limit 1; delete from message_record where id in (select id from gone)`,
    `insert into message_record select * from gone; drop table gone`,
    /Rows of message that refer to a missing message_record: /,
  ],
  [
    'the counters of an account',
    'update account_counters set accepted = accepted + 1',
    'update account_counters set accepted = accepted - 1',
    /counts \d+ records, but \d+ are stored/,
  ],
  [
    'a count of a day',
    'update message_day set messages = messages + 1',
    'update message_day set messages = messages - 1',
    /counts \d+ messages on \d{4}-\d\d-\d\d, but \d+ are stored/,
  ],
  ...['message_rollup', 'conversation_day'].map(
    (table) =>
      [
        `a count of ${table}`,
        `update ${table} set messages = messages + 1`,
        `update ${table} set messages = messages - 1`,
        /counts \d+ messages for Key Metrics on \d{4}-\d\d-\d\d, but \d+ are stored/,
      ] as const,
  ),
  [
    'a theme that is counted by another urgency',
    `insert into theme (tenant_id, id, name, terms, words, is_shown, created_at)
       select tenant_id, '0197a000-0000-7000-8000-0000000000fd', 'x', '[]', '{}', true, now() from organization;
     insert into message_theme (tenant_id, message_id, theme_id, posted_at, channel, group_ids, direction, category, urgency, author)
       select tenant_id, id, '0197a000-0000-7000-8000-0000000000fd', posted_at, channel, group_ids, direction, category,
         case urgency when 'high' then 'low' else 'high' end, author_address from message`,
    'delete from message_theme; delete from theme_reach; delete from theme_day; delete from theme',
    /The theme of the message .* is counted by what the message does not have/,
  ],
  [
    'a count of a theme',
    `insert into theme (tenant_id, id, name, terms, words, is_shown, created_at)
       select tenant_id, '0197a000-0000-7000-8000-0000000000fd', 'x', '[]', '{}', true, now() from organization;
     insert into theme_day (tenant_id, day, theme_id, category, low, medium, high)
       select tenant_id, '2026-01-01', id, 'other', 0, 0, 1 from theme`,
    'delete from theme_day; delete from theme',
    /The count of the theme .* on 2026-01-01 is not that of its messages/,
  ],
  [
    'a mention at another time',
    `insert into off_channel_mention (tenant_id, message_id, way, posted_at)
       select tenant_id, id, 'app', posted_at + interval '1 minute' from message`,
    'delete from off_channel_mention',
    /The off-channel mention in the message .* has another time than the message/,
  ],
  [
    'a burst that was answered',
    `update opening set answered_at = posted_at where opens_burst`,
    `update opening set answered_at = null where opens_burst`,
    /The pauses and answers of conversation .* are not those of its messages/,
  ],
  [
    'an hour that was not compared',
    `update channel_account set compared_hours = '{[2026-01-01 00:00+00, 2026-01-01 01:00+00)}'`,
    `update channel_account set compared_hours = '{}'`,
    /The compared hours of the account .* are not those of its coverage/,
  ],
  [
    'another precedent of a decision',
    `update precedent set precedent = 'non_compliant'`,
    `update precedent set precedent = 'false_positive'`,
    /The decision on the event .* is not kept with its precedent/,
  ],
  [
    'a decision without its precedent',
    `create temp table gone as select * from precedent; delete from precedent`,
    `insert into precedent select * from gone; drop table gone`,
    /The decision on the event .* is not kept with its precedent/,
  ],
  [
    'an organization that is gone',
    `create temp table gone as select * from organization; delete from organization`,
    `insert into organization select * from gone; drop table gone`,
    /1 organizations were counted, but 0 were found/,
  ],
  [
    'rows of no organization',
    `insert into contact (tenant_id, id, name) values ('0197a000-0000-7000-8000-0000000000ff', '0197a000-0000-7000-8000-0000000000fe', 'x')`,
    `delete from contact where tenant_id = '0197a000-0000-7000-8000-0000000000ff'`,
    /Rows of contact that belong to a missing organization: 1\./,
  ],
  [
    'row-level security off',
    'alter table contact disable row level security',
    'alter table contact enable row level security',
    /Row-level security of contact is not enabled/,
  ],
  [
    'row-level security not forced',
    'alter table contact no force row level security',
    'alter table contact force row level security',
    /Row-level security of contact is not forced/,
  ],
  [
    'a policy that is gone',
    'drop policy tenant_isolation on contact',
    policy,
    /contact has no policy that binds/,
  ],
  [
    'a policy too many',
    'create policy open on contact to verbatim_app using (true)',
    'drop policy open on contact',
    /The policy open on contact lets in verbatim_app/,
  ],
  [
    'a grant on a record',
    'grant update on message_record to verbatim_app',
    'revoke update on message_record from verbatim_app',
    /can update the append-only table message_record/,
  ],
  [
    'a grant to every role',
    'grant select on contact to public',
    'revoke select on contact from public',
    /Every role has rights on contact/,
  ],
  [
    'a grant to make things',
    'grant create on schema public to verbatim_app',
    'revoke create on schema public from verbatim_app',
    /can create objects/,
  ],
  [
    'a trigger that is off',
    'alter table message_record disable trigger append_only',
    'alter table message_record enable trigger append_only',
    /The trigger append_only of message_record is switched off/,
  ],
  [
    'a function with a loose search path',
    'alter function installation_state() reset search_path',
    'alter function installation_state() set search_path = pg_catalog, public, pg_temp',
    /installation_state\(\) does not pin its search path/,
  ],
  [
    'a function open to every role',
    'grant execute on function installation_state() to public',
    'revoke execute on function installation_state() from public',
    /is open to every role/,
  ],
]

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
