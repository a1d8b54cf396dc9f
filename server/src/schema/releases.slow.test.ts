import pg from 'pg'
import { afterEach, describe, expect, inject, test } from 'vitest'
import { releaseSchema } from '#release-schema.ts'
import { openEmptyDatabase, openTestDatabase } from '#testing/database.ts'
import { withDatabase } from '#testing/global-setup.ts'
import { countRows, dumpRows, loadRows } from '#testing/home-rows.ts'
import { openWorld } from '#testing/world.ts'
import { describeCatalog } from '#testing/catalog.ts'
import { migrate } from './migrate.ts'
import { findBroken, type HomeOfRelease, readHome, readReleases, schemaOf } from '#testing/releases.ts'
import { type Schema, toSqlText } from './sql-files.ts'

const opened: { close: () => Promise<void> }[] = []
afterEach(async () => {
  for (const { close } of opened.splice(0).toReversed()) await close()
})

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client(
    withDatabase(inject('testCluster').superuserUrl, new URL(url).pathname.slice(1)),
  )
  await client.connect()
  opened.push({ close: () => client.end() })
  return client
}

/** A database without tables until the end of the test. */
async function openEmpty(): Promise<string> {
  const database = await openEmptyDatabase()
  opened.push(database)
  return database.ownerUrl
}

/** A database of this build, as its first start makes it, until the end of the test. */
async function openNew() {
  const database = await openTestDatabase()
  opened.push({ close: () => database.close() })
  return database
}

/** Upgrades a home to `next`: its rows afterwards, and its catalog beside that of a new home. */
async function upgrade(home: string, next: Schema, newHome: string) {
  await migrate(home, next)
  const superuser = await connect(home)
  return {
    rows: await dumpRows(superuser),
    upgraded: await describeCatalog(superuser),
    fresh: await describeCatalog(await connect(newHome)),
  }
}

const releases = await readReleases()

/** Tables that were renamed after a release. */
const renamed: Readonly<Record<string, string>> = {
  account_tally: 'account_counters',
  parked_record: 'quarantined_record',
}

const underNewNames = (rows: HomeOfRelease['rows']): HomeOfRelease['rows'] =>
  Object.fromEntries(Object.entries(rows).map(([name, of]) => [renamed[name] ?? name, of]))

describe('shipped releases', () => {
  test('never change, and new migrations come after them', async () => {
    expect(await findBroken(releases, await releaseSchema())).toEqual([])
  })

  test.each(Object.keys(releases))(
    'a home of %s starts under this build, with all its rows',
    async (version) => {
      const head = await releaseSchema()
      const old = await readHome(releases, version, head)
      expect(countRows(old.rows)).toMatchObject({ organization: 1, message: 3, message_record: 3 })
      const home = await openEmpty()
      await migrate(home, old)
      await loadRows(await connect(home), old.rows)
      const { rows, upgraded, fresh } = await upgrade(home, head, (await openNew()).url)
      expect(upgraded).toEqual(fresh)
      expect(countRows(rows)).toMatchObject(countRows(underNewNames(old.rows)))
      // The owner, who upgrades, must see the rows of tenants to count them.
      const sum = (table: string, field: string) =>
        (rows[table] ?? []).reduce<number>((n, row) => n + Number((row as Record<string, unknown>)[field]), 0)
      expect([
        sum('message_rollup', 'messages'),
        sum('conversation_day', 'messages'),
        sum('account_day', 'kept'),
      ]).toEqual([3, 3, 3])
      const conversations = new Set(
        (rows['opening'] ?? []).map((row) => (row as Record<string, unknown>)['conversation_id']),
      )
      expect(conversations.size).toBe(rows['conversation']?.length)
    },
  )
})

describe('a release that was changed afterwards', () => {
  const file = (text: string) => toSqlText('1.sql', text)
  const shipped = { '1.0.0': { 'migrations/1.sql': file('one').sha256 } }
  const find = (schema: Schema['migrations'], text: string | undefined) =>
    findBroken(shipped, { migrations: schema, functions: [] }, () =>
      text === undefined ? Promise.reject(new Error('no such file')) : Promise.resolve(text),
    )

  test('lists every broken file', async () => {
    expect(await find([file('one')], 'one')).toEqual([])
    expect(await find([file('two')], 'two')).toEqual(['migrations/1.sql has changed since 1.0.0 shipped it.'])
    expect(await find([], undefined)).toEqual(['migrations/1.sql is gone, but 1.0.0 shipped it.'])
    expect(await find([toSqlText('0.sql', ''), file('one'), toSqlText('2.sql', '')], 'one')).toEqual([
      'migrations/0.sql would run before migrations/1.sql, which existing databases have already run. Give it a later name.',
    ])
  })
})

test('a release that changes functions has a migration, by which nodes of the previous one refuse its database', async () => {
  const migration = toSqlText('1.sql', 'one')
  const answer = (n: number) => [
    `create or replace function answer() returns integer language sql as $$ select ${n} $$;`,
  ]
  const home = JSON.stringify({ functions: answer(1), rows: {} })
  const texts: Record<string, string> = { 'migrations/1.sql': 'one', 'released/1.0.0.json': home }
  const shipped = Object.fromEntries(
    Object.entries(texts).map(([path, text]) => [path, toSqlText(path, text).sha256]),
  )
  const find = (functions: readonly string[], migrations: Schema['migrations']) =>
    findBroken({ '1.0.0': shipped }, schemaOf(functions, migrations), (path) =>
      Promise.resolve(texts[path] ?? ''),
    )
  expect(await find(answer(1), [migration])).toEqual([])
  expect(await find(answer(2), [migration])).toEqual([
    'Functions have changed since 1.0.0, but no migration is new. Add one, even if it only says so.',
  ])
  expect(await find(answer(2), [migration, toSqlText('2.sql', '-- functions')])).toEqual([])
})

/** The changes of the next release to a home of this build: new tables, another column, functions changed, gone and new. */
test(
  'a home of this build would start with the next release and keep all its rows',
  { tags: ['whole'] },
  async () => {
    const database = await openNew()
    await using world = await openWorld(database.url)
    const tenant = await world.makeTenant('ours')
    await world.deliver(tenant, { from: '+15550109999', body: 'hello' })
    await world.settle()
    const rows = await dumpRows(await connect(database.url))
    expect(countRows(rows)).toMatchObject({ organization: 1, message: 1, message_record: 1 })

    const { migrations, functions } = await releaseSchema()
    const texts = functions.map(({ text }) => text)
    const next = schemaOf(
      [
        ...texts.map((text) =>
          text.replace('where o.host_label = label', 'where o.host_label = lower(label) and not o.closed'),
        ),
        'create or replace function stamp() returns trigger language plpgsql as $$ begin new.at = now(); return new; end $$;',
      ],
      [
        ...migrations,
        toSqlText(
          '20990101T0000-next.sql',
          `alter table organization add column closed boolean not null default false;
         create table holiday (tenant_id uuid not null, id uuid not null, at timestamptz, primary key (tenant_id, id));
         select tenant_table('holiday', 'select, insert');
         create trigger stamp before insert on holiday for each row execute function stamp();`,
        ),
      ],
    )
    const newHome = await openEmpty()
    await migrate(newHome, next)
    const { upgraded, fresh, rows: kept } = await upgrade(database.ownerUrl, next, newHome)
    expect(upgraded).toEqual(fresh)
    expect(upgraded.some((line) => line.startsWith('trigger') && line.includes('holiday'))).toBe(true)
    expect(kept['message']).toEqual(rows['message'])
    expect(countRows(kept)).toEqual(countRows(rows))
  },
)
