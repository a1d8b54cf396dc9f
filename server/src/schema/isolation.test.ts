import type { TenantId } from '@verbatim/contract/ids.ts'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '#kernel/uuid.ts'
import { acrossTenants, inTenant } from '#platform/db.ts'
import { openTestDatabase, type TestDatabase } from '#testing/database.ts'
import { openWorld, type World, type WorldTenant } from '#testing/world.ts'

let database: TestDatabase
let owner: pg.Client
let world: World
let ours: WorldTenant
let theirs: WorldTenant
let tables: string[]

beforeAll(async () => {
  database = await openTestDatabase()
  owner = new pg.Client(database.ownerUrl)
  await owner.connect()
  world = await openWorld(database.url)
  ours = await world.makeTenant('ours')
  theirs = await world.makeTenant('theirs')
  for (const tenant of [ours, theirs]) {
    await world.deliver(tenant, { from: '+15550109999', body: 'hello' })
    await world.as(tenant, tenant.users.super_admin)
  }
  await world.settle()
  const { rows } = await owner.query<{ name: string }>(
    `select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and a.attname = 'tenant_id' order by 1`,
  )
  tables = rows.map(({ name }) => name)
})
afterAll(async () => {
  await world?.[Symbol.asyncDispose]()
  await owner?.end()
  await database?.close()
})

const query = async <Row extends object>(text: string) => (await owner.query<Row>(text)).rows

describe('the catalogue', () => {
  test('every table is a tenant table, except the lists of migrations, functions and processes and the seal', async () => {
    const all = await query<{ relname: string }>(
      `select relname from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')`,
    )
    expect(
      all
        .map(({ relname }) => relname)
        .filter((name) => !tables.includes(name))
        .toSorted(),
    ).toEqual(['installation', 'process_beat', 'schema_function', 'schema_migration'])
  })

  test('row-level security is enabled and forced on every tenant table', async () => {
    const open = await query(
      `select relname from pg_class where relname = any('{${tables.join(',')}}') and not (relrowsecurity and relforcerowsecurity)`,
    )
    expect(open).toEqual([])
  })

  test('every table has one policy for the serving role, on reading and writing, and none that is always true', async () => {
    const policies = await query<{ tablename: string; qual: string; with_check: string }>(
      `select tablename, qual, with_check from pg_policies where 'verbatim_app' = any(roles) or 'public' = any(roles)`,
    )
    expect(policies.map(({ tablename }) => tablename).toSorted()).toEqual(tables)
    for (const { qual, with_check } of policies) {
      expect(qual).toMatch(/^\(tenant_id = \( SELECT .*current_setting\('app\.tenant_id'/)
      expect(with_check).toBe(qual)
    }
  })

  test('policies that are always true apply only to roles without login, and only to reading', async () => {
    const wide = await query<{ roles: string[]; cmd: string }>(
      `select distinct roles::text[] as roles, cmd from pg_policies where qual = 'true' order by 1`,
    )
    expect(wide).toEqual([
      { roles: ['verbatim_backup'], cmd: 'SELECT' },
      { roles: ['verbatim_search'], cmd: 'SELECT' },
    ])
    const signsIn = await query(
      `select rolname from pg_roles where rolname in ('verbatim_search', 'verbatim_backup')
         and (rolcanlogin or rolsuper or rolbypassrls)`,
    )
    expect(signsIn).toEqual([])
  })

  test('functions change no rows but lines that stand for messages', async () => {
    const writing = await query(
      `select tablename, policyname, roles::text[] as roles, cmd, qual, with_check from pg_policies
       where policyname <> 'tenant_isolation' and cmd <> 'SELECT'`,
    )
    const lines = `(content_type = 'missing'::text)`
    expect(writing).toEqual([
      {
        tablename: 'message',
        policyname: 'becoming',
        roles: ['verbatim_search'],
        cmd: 'UPDATE',
        qual: lines,
        with_check: lines,
      },
    ])
  })

  test('the role that reads for backups can read every table and change none', async () => {
    const granted = await query<{ table_name: string; privilege_type: string }>(
      `select table_name, privilege_type from information_schema.role_table_grants where grantee = 'verbatim_backup'`,
    )
    expect(granted.map(({ table_name }) => table_name).toSorted()).toEqual(
      [...tables, 'installation', 'schema_function', 'schema_migration'].toSorted(),
    )
    expect(new Set(granted.map(({ privilege_type }) => privilege_type))).toEqual(new Set(['SELECT']))
  })

  test('the serving role owns no object, bypasses no rule, and belongs to no other role', async () => {
    const [role] = await query(
      `select rolsuper, rolbypassrls, rolcreaterole, rolcreatedb,
         (select count(*)::int from pg_class where relowner = r.oid) as owned,
         (select count(*)::int from pg_auth_members where member = r.oid) as memberships
       from pg_roles r where rolname = 'verbatim_app'`,
    )
    expect(role).toEqual({
      rolsuper: false,
      rolbypassrls: false,
      rolcreaterole: false,
      rolcreatedb: false,
      owned: 0,
      memberships: 0,
    })
  })

  test('tenant_id is in every primary key, unique index and foreign key', async () => {
    const bare = await query<{ name: string }>(
      `select i.indexrelid::regclass::text as name from pg_index i join pg_class c on c.oid = i.indrelid
       where c.relname = any('{${tables.join(',')}}') and i.indisunique
         and not exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'tenant_id' and a.attnum = any(i.indkey))`,
    )
    // A host identifies its tenant, so its label is unique across tenants.
    expect(bare.map(({ name }) => name)).toEqual(['organization_host_label_key'])
    const foreign = await query(
      `select con.conname from pg_constraint con where con.contype = 'f' and con.connamespace = 'public'::regnamespace
         and not exists (select from pg_attribute a where a.attrelid = con.conrelid and a.attname = 'tenant_id' and a.attnum = con.conkey[1])`,
    )
    expect(foreign).toEqual([])
  })

  test('functions that run with their owner’s rights pin their search path and are closed to the public', async () => {
    const loose = await query<{ name: string }>(
      `select p.oid::regprocedure::text as name from pg_proc p where pronamespace = 'public'::regnamespace and prosecdef
         and (not coalesce(proconfig::text like '%search_path=pg_catalog%', false)
           or has_function_privilege('public', p.oid, 'execute') or pg_get_userbyid(proowner) <> 'verbatim_search')`,
    )
    expect(loose).toEqual([])
    // Temporary tables come last; otherwise they would hide the real ones.
    const early = await query<{ name: string }>(
      `select p.oid::regprocedure::text as name from pg_proc p where pronamespace = 'public'::regnamespace
         and (prosecdef or proowner = 'verbatim_search'::regrole or has_function_privilege('verbatim_app', p.oid, 'execute'))
         and not coalesce(array_to_string(proconfig, ';') ~ 'search_path=[^;]*, pg_temp$', false)`,
    )
    expect(early).toEqual([])
  })

  test('the serving role can change or remove no record', async () => {
    const granted = await query<{ table_name: string; privilege_type: string }>(
      `select table_name, privilege_type from information_schema.role_table_grants where grantee = 'verbatim_app'
         and table_name in ('message_record', 'message_revision', 'audit_event', 'evidence', 'event_history', 'event_comment', 'policy_version', 'refused_delivery', 'account_former_owner')`,
    )
    expect(new Set(granted.map(({ privilege_type }) => privilege_type))).toEqual(
      new Set(['SELECT', 'INSERT']),
    )
  })
})

describe('the rows that a query sees', () => {
  test('without a tenant, a query sees no row of any table and cannot write', async () => {
    for (const table of tables) {
      const { rows } = await acrossTenants(database.db, 'the test of isolation', (tx) =>
        sql<{ n: string }>`select count(*) as n from ${sql.table(table)}`.execute(tx),
      )
      expect([table, Number(rows[0]?.n)]).toEqual([table, 0])
    }
    await expect(
      acrossTenants(database.db, 'the test of isolation', (tx) =>
        sql`insert into contact (tenant_id, id, name) values (${ours.id}, ${newId(new Date())}, 'x')`.execute(
          tx,
        ),
      ),
    ).rejects.toThrow(/row-level security/)
  })

  test('within a tenant, a query sees only its rows, in every table', async () => {
    for (const table of tables) {
      const { rows } = await inTenant(database.db, ours.id, (tx) =>
        sql<{ tenant_id: string }>`select distinct tenant_id from ${sql.table(table)}`.execute(tx),
      )
      expect([table, rows.filter(({ tenant_id }) => tenant_id !== ours.id)]).toEqual([table, []])
    }
  })

  test('within a tenant, rows of another cannot be changed, removed, inserted or taken over', async () => {
    const foreign = theirs.groups.north
    const changed = await inTenant(database.db, ours.id, async (tx) => {
      const update = await tx
        .updateTable('conversation_group')
        .set({ name: 'taken' })
        .where('id', '=', foreign)
        .executeTakeFirst()
      const removed = await tx.deleteFrom('conversation_group').where('id', '=', foreign).executeTakeFirst()
      return [update.numUpdatedRows, removed.numDeletedRows]
    })
    expect(changed).toEqual([0n, 0n])
    for (const statement of [
      sql`insert into contact (tenant_id, id, name) values (${theirs.id}, ${newId(new Date())}, 'x')`,
      sql`update contact set tenant_id = ${theirs.id}`,
      sql`insert into organization (tenant_id, host_label, name) values (${theirs.id}, 'theirs', 'x') on conflict (tenant_id) do update set name = 'taken'`,
    ]) {
      await inTenant(database.db, ours.id, async (tx) => {
        await tx
          .insertInto('contact')
          .values({ id: newId(new Date()), name: 'mine', owner_id: null })
          .execute()
        await expect(statement.execute(tx)).rejects.toMatchObject({ code: '42501' })
        throw new Error('undo')
      }).catch((error: Error) => expect(error.message).toMatch(/undo|aborted/))
    }
  })

  test('a foreign key does not reveal whether another tenant’s row exists', async () => {
    const answers = await Promise.all(
      [theirs.users.analyst, newId(new Date())].map((userId) =>
        inTenant(database.db, ours.id, (tx) =>
          sql`insert into conversation_group_member (group_id, user_id) values (${ours.groups.north}, ${userId})`.execute(
            tx,
          ),
        ).catch((error: Error) => error.message.replace(/[0-9a-f-]{36}/g, 'id')),
      ),
    )
    expect(answers[0]).toBe(answers[1])
  })

  test('tenants that share few connections, with random failures, never see each other', async () => {
    const tenants = [ours, theirs]
    await Promise.all(
      Array.from({ length: 400 }, async (_, index) => {
        const tenant = tenants[index % 2]!
        const work = inTenant(database.db, tenant.id, async (tx) => {
          const { rows } = await sql<{ tenant_id: TenantId }>`select tenant_id from organization`.execute(tx)
          if (index % 7 === 0) throw new Error('at random')
          if (index % 11 === 0) await sql`select 1/0`.execute(tx)
          return rows.map(({ tenant_id }) => tenant_id)
        })
        const seen = await work.catch(() => [tenant.id])
        expect(seen).toEqual([tenant.id])
      }),
    )
    const { rows } = await sql<{
      setting: string | null
    }>`select current_setting('app.tenant_id', true) as setting`.execute(database.db)
    expect(rows[0]?.setting ?? '').toBe('')
  })
})
