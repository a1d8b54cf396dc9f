import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { type Attack, tryAttack } from '#testing/attacks/attack.ts'
import { attacksOnFunctions } from '#testing/attacks/functions.ts'
import { attacksOnTheServer } from '#testing/attacks/server.ts'
import { attacksOnTables } from '#testing/attacks/tables.ts'
import { openTestDatabase, type TestDatabase } from '#testing/database.ts'
import { withDatabase } from '#testing/global-setup.ts'
import { openWorld, type World, type WorldTenant } from '#testing/world.ts'
import { describeCatalog } from '#testing/catalog.ts'

// An attacker has the password of the serving role, or can make the server run SQL of theirs. The catalog lists the
// targets, so a new table or function is attacked too.

let database: TestDatabase
let world: World
let superuser: pg.Client
let attacker: pg.Client
let ours: WorldTenant
let theirs: WorldTenant

beforeAll(async () => {
  database = await openTestDatabase()
  world = await openWorld(database.url)
  ours = await world.makeTenant('ours')
  theirs = await world.makeTenant('theirs')
  for (const tenant of [ours, theirs]) {
    for (const body of ['hello', 'hello again']) await world.deliver(tenant, { from: '+15550109999', body })
    await world.as(tenant, tenant.users.super_admin)
  }
  await world.settle()
  superuser = new pg.Client(
    withDatabase(inject('testCluster').superuserUrl, new URL(database.url).pathname.slice(1)),
  )
  attacker = new pg.Client(database.url)
  await superuser.connect()
  await attacker.connect()
  await superuser.query('analyze')
})
afterAll(async () => {
  await attacker?.end()
  await superuser?.end()
  await world?.[Symbol.asyncDispose]()
  await database?.close()
})

/** A hash of every row of every table, and the whole catalog. */
async function state(): Promise<string[]> {
  const { rows } = await superuser.query<{ name: string }>(
    `select oid::regclass::text as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') order by 1`,
  )
  const digests = await superuser.query<{ line: string }>(
    rows
      .map(
        ({ name }) =>
          `select '${name} ' || count(*) || coalesce(md5(string_agg(t::text, ';' order by t::text)), '') as line from ${name} t`,
      )
      .join(' union all '),
  )
  return [...digests.rows.map(({ line }) => line), ...(await describeCatalog(superuser))]
}

async function tryAll(attacks: readonly Attack[]): Promise<string[]> {
  const before = await state()
  const succeeded: string[] = []
  for (const attack of attacks) {
    const wrong = await tryAttack(attacker, attack)
    if (wrong) succeeded.push(wrong)
  }
  expect(await state()).toEqual(before)
  return succeeded
}

const tenants = () => ({ ours: ours.id, theirs: theirs.id })

describe('with the serving role', () => {
  test('no table can be read, changed, emptied, altered, copied or locked beyond what the product does', async () => {
    const attacks = await attacksOnTables(superuser, tenants())
    expect(attacks.length).toBeGreaterThan(2_000)
    expect(await tryAll(attacks)).toEqual([])
  })

  test('no function can be changed, and none returns another tenant’s data for any arguments', async () => {
    const { rows } = await superuser.query<{ id: string }>(
      'select id from message where tenant_id = $1 union select id from audit_event where tenant_id = $1',
      [theirs.id],
    )
    expect(rows.length).toBeGreaterThan(1)
    const foreignIds = rows.map(({ id }) => id)
    const attacks = await attacksOnFunctions(superuser, { ...tenants(), foreignIds })
    expect(attacks.length).toBeGreaterThan(500)
    expect(await tryAll(attacks)).toEqual([])
  })

  test('the server is out of reach: roles, settings, files, new objects, other sessions', async () => {
    const attacks = attacksOnTheServer(ours.id)
    expect(attacks.length).toBeGreaterThan(100)
    expect(await tryAll(attacks)).toEqual([])
  })
})

describe('rights of the serving role', () => {
  test('do not include removing a record or a person, or changing evidence', async () => {
    const { rows } = await superuser.query<{ name: string }>(
      `select table_name || '.' || column_name as name from information_schema.column_privileges
       where grantee = 'verbatim_app' and privilege_type = 'UPDATE'
         and (column_name in ('tenant_id', 'id', 'created_at', 'captured_at', 'posted_at', 'record_id', 'account_id', 'message_key',
           'event_key', 'direction', 'author_address', 'author_name', 'channel', 'conversation_key', 'host_label')
           or table_name in ('message_record', 'message_revision', 'audit_event', 'evidence', 'event_history', 'event_comment',
           'policy_version', 'refused_delivery', 'attachment_text', 'message_alias'))
       order by 1`,
    )
    // A trigger lets a direction change from internal to outbound only, and themes copy it: docs/decisions/0162.
    expect(rows).toEqual([{ name: 'message.direction' }, { name: 'message_theme.direction' }])
    const removable = await superuser.query<{ name: string }>(
      `select table_name as name from information_schema.role_table_grants
       where grantee = 'verbatim_app' and privilege_type in ('DELETE', 'TRUNCATE', 'TRIGGER', 'REFERENCES')
         and table_name in ('participant', 'conversation', 'message', 'message_event', 'attachment', 'message_record', 'channel_account',
           'cognitive_event', 'identity_user', 'organization', 'policy', 'policy_rule', 'export', 'import')`,
    )
    expect(removable.rows).toEqual([])
  })
})
