/** Compares the triggers of a database with those that its migrations made. Tables that refuse any change have a check of their own. */
import type pg from 'pg'
import type { SqlText } from '#schema/sql-files.ts'

const inDatabase = `
  select format('%s of %s', t.tgname, c.relname) as name, pg_get_triggerdef(t.oid) as made
  from pg_trigger t join pg_class c on c.oid = t.tgrelid
  where c.relnamespace = 'public'::regnamespace and not t.tgisinternal and t.tgname not in ('append_only', 'append_only_truncate')`

/** Missing, changed and unknown triggers. A later release may have made others: only its own `verify` can compare them. */
export async function findTriggers(client: pg.Client, migrations: readonly SqlText[]): Promise<string[]> {
  const { rows: applied } = await client.query<{ name: string }>(
    'select name from schema_migration order by name collate "C"',
  )
  const names = new Set(applied.map(({ name }) => name))
  const expected = madeBy(migrations.filter(({ name }) => names.has(name)))
  const later = names.difference(new Set(migrations.map(({ name }) => name)))
  if (later.size > 0)
    return [
      `Triggers cannot be compared: the database has migrations of another release (${[...later].join(', ')}).`,
    ]
  const { rows } = await client.query<{ name: string; made: string }>(inDatabase)
  const found = new Map(rows.map(({ name, made }) => [name, plain(made)]))
  const findings = [...expected].flatMap(([name, made]) => {
    if (!found.has(name)) return [`The trigger ${name} is missing.`]
    return found.get(name) === made ? [] : [`The trigger ${name} was changed in the database.`]
  })
  const unknown = [...found.keys()].filter((name) => !expected.has(name))
  return [
    ...findings,
    ...unknown.map((name) => `The trigger ${name} does not belong to this release.`),
  ].toSorted()
}

const statements =
  /^create (?:or replace )?(?:constraint )?trigger (\w+) [^;]*? on (\w+)\s[^;]*;|^drop trigger (\w+) on (\w+);/gm

/** The last statement about a trigger counts. */
function madeBy(migrations: readonly SqlText[]): Map<string, string> {
  const made = new Map<string, string>()
  for (const { text } of migrations)
    for (const [statement, name, table, dropped, from] of text.matchAll(statements)) {
      if (dropped !== undefined) made.delete(`${dropped} of ${from}`)
      else made.set(`${name} of ${table}`, plain(statement))
    }
  return made
}

/** The database writes types and parentheses that a migration leaves out. */
function plain(statement: string): string {
  return statement
    .toLowerCase()
    .replace(/^create or replace /, 'create ')
    .replaceAll(/::(?:character varying|\w+)(?:\[\])?|\bpublic\./g, '')
    .replaceAll(/[();\s]+/g, ' ')
    .trim()
}
