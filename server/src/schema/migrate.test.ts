import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { afterEach, describe, expect, test } from 'vitest'
import { releaseSchema } from '#release-schema.ts'
import { openEmptyDatabase, openTestDatabase } from '#testing/database.ts'
import { describeCatalog } from '#testing/catalog.ts'
import { makeMissingFunctions } from './functions.ts'
import { migrate } from './migrate.ts'
import { type Schema, splitFunctions } from './sql-files.ts'

const opened: { close: () => Promise<void> }[] = []
afterEach(async () => {
  for (const { close } of opened.splice(0).toReversed()) await close()
})

/** A database without tables, unless another is given. */
async function open(given?: { ownerUrl: string; close: () => Promise<void> }) {
  const database = given ?? (await openEmptyDatabase())
  const owner = new pg.Client(database.ownerUrl)
  await owner.connect()
  opened.push(database, { close: () => owner.end() })
  const ask = async (text: string) => (await owner.query({ text, rowMode: 'array' })).rows
  return { ...database, owner, ask }
}

const file = (name: string, text: string) => ({
  name,
  text,
  sha256: createHash('sha256').update(text).digest('hex'),
})
const made = (text: string) => splitFunctions(text)
const answers = (n: number) =>
  made(`create or replace function answer() returns integer language sql as $$ select ${n} $$;`)
const small = (functions: Schema['functions'], ...migrations: Schema['migrations'][number][]): Schema => ({
  functions,
  migrations: [file('1.sql', 'grant usage on schema public to verbatim_app, verbatim_search'), ...migrations],
})

describe('the files', () => {
  test('a file of functions contains only functions and comments', async () => {
    const folder = new URL('./functions/', import.meta.url)
    for (const name of await readdir(folder)) {
      let text = await readFile(new URL(name, folder), 'utf8')
      for (const each of made(text)) text = text.replace(each.text, '')
      expect([name, text.replace(/^--.*$/gm, '').trim()]).toEqual([name, ''])
    }
  })

  test('no further migration makes a function: each is in functions/, where it is replaced whole', async () => {
    const folder = new URL('./migrations/', import.meta.url)
    const making: string[] = []
    for (const name of (await readdir(folder)).toSorted())
      if (/^\s*create (?:or replace )?function/im.test(await readFile(new URL(name, folder), 'utf8')))
        making.push(name)
    // The baseline makes what tables and indexes need (docs/decisions/0036); the others were shipped and never change.
    expect(making).toEqual([
      '00-rules.sql',
      '07-audit.sql',
      '10-messages.sql',
      '20261126T0220-reread.sql',
      '20261203T0310-completed.sql',
      '20261204T0120-missing.sql',
      '20261204T0140-waiting.sql',
      '20261205T0101-edited-files.sql',
      '20261205T0203-unconfirmed.sql',
    ])
  })

  test('no two functions have the same name', async () => {
    const names = (await releaseSchema()).functions.map(({ name }) => name)
    expect(names.length).toBeGreaterThan(30)
    expect(new Set(names).size).toBe(names.length)
  })
})

describe('nodes that start at once', () => {
  test('create one database together and run each migration once', async () => {
    const { ownerUrl, ask, owner } = await open()
    const applied: string[] = []
    const schema = await releaseSchema()
    await Promise.all(
      [1, 2, 3].map(() => migrate(ownerUrl, schema, { applied: (name) => applied.push(name) })),
    )
    const { migrations, functions } = schema
    expect(applied).toEqual(migrations.map(({ name }) => name))
    expect(await ask('select count(*)::int from schema_function')).toEqual([[functions.length]])
    const lines = await describeCatalog(owner)
    await migrate(ownerUrl, schema)
    expect(await describeCatalog(owner)).toEqual(lines)
  })
})

describe('a migration', () => {
  test('locks one table that the previous release uses, so that neither waits for the other', async () => {
    const { ownerUrl, owner } = await open()
    const { migrations, functions } = await releaseSchema()
    await migrate(ownerUrl, { migrations: [], functions: [] })
    const first = migrations.findIndex(({ name }) => name >= '20261201T0200')
    await makeMissingFunctions(owner, functions)
    for (const { text } of migrations.slice(0, first)) await owner.query(text)
    const { rows: tables } = await owner.query<{ id: number }>(
      `select oid as id from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'`,
    )
    const locked: string[][] = []
    for (const { text } of migrations.slice(first)) {
      await owner.query('begin')
      await owner.query(text)
      const { rows } = await owner.query<{ name: string }>(
        `select distinct relation::regclass::text as name from pg_locks
         where pid = pg_backend_pid() and mode <> 'AccessShareLock' and relation = any($1::oid[])`,
        [tables.map(({ id }) => id)],
      )
      await owner.query('commit')
      locked.push(rows.map(({ name }) => name))
    }
    expect(locked.filter((names) => names.length > 1)).toEqual([])
    expect(locked.flat()).toContain('message_theme')
  })
})

describe('a migration of a table that a long transaction reads', () => {
  test('lets other queries through while it waits, names the reader, and completes after it', async () => {
    const { ownerUrl, owner, ask } = await open()
    const two = file('2.sql', 'create table two ()')
    await migrate(ownerUrl, small([], two))
    const reader = new pg.Client({ connectionString: ownerUrl, application_name: 'a long reader' })
    await reader.connect()
    opened.push({ close: () => reader.end() })
    await reader.query('begin; select * from two')

    const waiting = Promise.withResolvers<string>()
    const migrating = migrate(
      ownerUrl,
      small([], two, file('3.sql', 'alter table two add column n integer')),
      {
        waits: waiting.resolve,
      },
    )
    const isQueued = async () =>
      (await ask(`select from pg_locks where relation = 'two'::regclass and not granted`)).length > 0
    while (!(await isQueued())) await pause(20)
    await owner.query(`set lock_timeout = '10s'`) // as the servers
    expect(await ask('select count(*)::int from two')).toEqual([[0]])
    expect(await waiting.promise).toMatch(/^a long reader \(process \d+\)$/)
    await reader.query('commit')
    await migrating
    expect(await ask('select max(n) from two')).toEqual([[null]])
  })
})

describe('functions', () => {
  test('are replaced if their text changed, and no others are touched', async () => {
    const { ownerUrl, ask } = await open()
    const other = made('create or replace function other() returns integer language sql as $$ select 7 $$;')
    await migrate(ownerUrl, small([...answers(1), ...other]))
    const before = await ask(
      'select oid, xmin from pg_proc where proname in ($$answer$$, $$other$$) order by proname',
    )
    await migrate(ownerUrl, small([...answers(2), ...other]))
    const after = await ask(
      'select oid, xmin from pg_proc where proname in ($$answer$$, $$other$$) order by proname',
    )
    expect(after[0]![0]).toBe(before[0]![0]) // a query that runs at the same time still finds it
    expect(after[1]).toEqual(before[1])
    expect(await ask(`select prosrc from pg_proc where proname = 'answer'`)).toEqual([[' select 2 ']])
  })

  test('may change their arguments and result, and leave no older version behind', async () => {
    const { ownerUrl, ask } = await open()
    const forms = [
      'answer() returns integer language sql as $$ select 1 $$;',
      `answer() returns text language sql as $$ select '1' $$;`,
      'answer(of integer) returns integer language sql as $$ select of $$;',
      'answer(about integer) returns integer language sql as $$ select about $$;',
      'answer(about integer default 3) returns setof integer language sql security definer as $$ select about $$;',
    ]
    for (const form of forms) {
      await migrate(ownerUrl, small(made(`create or replace function ${form}`)))
      const [only, ...more] = await ask(
        `select pg_get_function_arguments(oid), pg_get_function_result(oid), pg_get_userbyid(proowner)
         from pg_proc where proname = 'answer'`,
      )
      expect(more).toEqual([])
      expect(`answer(${only![0]}) returns ${only![1]}`.toLowerCase()).toBe(
        form.slice(0, form.indexOf(' language')).toLowerCase(),
      )
      expect(only![2]).toBe('verbatim_search')
    }
    await migrate(ownerUrl, small([]))
    expect(await ask(`select from pg_proc where proname = 'answer'`)).toEqual([])
    expect(await ask('select from schema_function')).toEqual([])
  })

  test('that call each other are created in a working order', async () => {
    const { ownerUrl, ask } = await open()
    const functions = made(
      `create or replace function first() returns integer language sql as $$ select public.second() $$;
create or replace function second() returns integer language sql as $$ select public.third() $$;
create or replace function third() returns integer language sql as $$ select 3 $$;
`,
    )
    await migrate(ownerUrl, small(functions))
    expect(
      await ask(`select count(*)::int from pg_proc where proowner = 'verbatim_search'::regrole`),
    ).toEqual([[3]])
  })

  test('exist before the triggers of a new migration need them', async () => {
    const { ownerUrl, ask } = await open()
    await migrate(ownerUrl, small(answers(1)))
    const trigger = made(
      `create or replace function stamp() returns trigger language plpgsql as $$ begin new.n = 5; return new; end $$;
create or replace function numbers() returns setof integer language sql as $$ select n from public.numbered $$;
`,
    )
    const numbered = file(
      '2.sql',
      `create table numbered (n integer);
       create trigger stamp before insert on numbered for each row execute function stamp();
       insert into numbered values (1)`,
    )
    await migrate(ownerUrl, small([...answers(2), ...trigger], numbered))
    expect(await ask('select n from numbered')).toEqual([[5]])
    // The function stays while the table needs it.
    await expect(migrate(ownerUrl, small(answers(3), numbered))).rejects.toThrow(
      'cannot drop function stamp()',
    )
    expect(await ask(`select prosrc from pg_proc where proname = 'answer'`)).toEqual([[' select 2 ']])
  })

  test('are all refused if one is wrong, and the next start repairs them', async () => {
    const { ownerUrl, ask } = await open()
    await migrate(ownerUrl, small(answers(1)))
    const wrong = made(
      'create or replace function wrong() returns integer language sql as $$ select n from public.nothing $$;',
    )
    await expect(migrate(ownerUrl, small([...answers(2), ...wrong]))).rejects.toThrow(
      '"public.nothing" does not exist',
    )
    expect(await ask(`select prosrc from pg_proc where proname in ('answer', 'wrong')`)).toEqual([
      [' select 1 '],
    ])
    await migrate(ownerUrl, small(answers(2)))
    expect(await ask(`select prosrc from pg_proc where proname = 'answer'`)).toEqual([[' select 2 ']])
  })

  test('are created by a role that cannot create anything afterwards', async () => {
    const { ask } = await open(await openTestDatabase()) // migrated to this release
    expect(
      await ask(
        `select role, has_schema_privilege(role, 'public', 'create') from unnest('{verbatim_app,verbatim_search}'::text[]) role`,
      ),
    ).toEqual([
      ['verbatim_app', false],
      ['verbatim_search', false],
    ])
  })
})

describe('a database that', () => {
  test('was created before the first release is refused, and is not changed', async () => {
    const { ownerUrl, owner } = await open()
    await owner.query(
      `create table schema_migration (name text primary key, sha256 text not null, applied_at timestamptz not null default now());
       insert into schema_migration values ('20261121T0330-core.sql', 'x')`,
    )
    const before = await describeCatalog(owner)
    await expect(migrate(ownerUrl, await releaseSchema())).rejects.toThrow(
      /created by a build before release 0\.2\.0.*empty database/,
    )
    expect(await describeCatalog(owner)).toEqual(before)
  })

  test('was migrated by a newer release, or by a different text of a migration, is refused', async () => {
    const { ownerUrl } = await open()
    await migrate(ownerUrl, small([], file('2.sql', 'create table two ()')))
    await expect(migrate(ownerUrl, small([]))).rejects.toThrow(/newer release \(2\.sql\)/)
    await expect(migrate(ownerUrl, small([], file('2.sql', 'create table three ()')))).rejects.toThrow(
      /2\.sql has changed since/,
    )
  })

  test('lost its server during a migration has no part of it, and runs it again', async () => {
    const { ownerUrl, ask } = await open()
    const half = file('2.sql', 'create table two (); select 1/0')
    await expect(migrate(ownerUrl, small(answers(1), half))).rejects.toThrow('division by zero')
    expect(await ask('select name from schema_migration')).toEqual([['1.sql']])
    expect(await ask(`select to_regclass('two')`)).toEqual([[null]])
    await migrate(ownerUrl, small(answers(1), file('2.sql', 'create table two ()')))
    expect(await ask(`select to_regclass('two')::text`)).toEqual([['two']])
  })
})
