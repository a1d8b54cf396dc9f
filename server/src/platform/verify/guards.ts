import type pg from 'pg'
import type { Schema } from '#schema/sql-files.ts'
import { findTriggers } from './triggers.ts'

/** A trigger that fires in ordinary sessions is enabled as `O` or `A`; a replica's trigger is not. */
const switchedOff = `
  select format('The trigger %s of %s is switched off.', t.tgname, c.relname) from pg_trigger t join pg_class c on c.oid = t.tgrelid
  where c.relnamespace = 'public'::regnamespace and not t.tgisinternal and t.tgenabled not in ('O', 'A')`

/** Both triggers must refuse without a condition: before the update or deletion of a row (27), and before a truncation (34). */
const changeable = `
  select format('%s can be changed: nothing refuses it.', c.relname) from pg_class c
  where c.relnamespace = 'public'::regnamespace and c.relname = any($1::text[])
    and (select count(*) from pg_trigger t where t.tgrelid = c.oid and t.tgfoid = to_regproc('public.refuse_change')
      and t.tgqual is null and cardinality(t.tgattr::smallint[]) = 0
      and (t.tgname, t.tgtype) in (('append_only', 27), ('append_only_truncate', 34))) < 2`

/** A function that the database records as this release's must be there, with this release's text. */
const changedFunctions = `
  select case when p.oid is null then format('The function %s is missing.', expected.name)
    else format('The function %s was changed in the database.', p.oid::regprocedure) end
  from unnest($1::text[], $2::text[], $3::text[]) as expected (name, body, sha256)
  left join pg_proc p on p.proname = expected.name and p.pronamespace = 'public'::regnamespace
  left join schema_function f on f.name = expected.name
  where p.prosrc is distinct from expected.body and (expected.sha256 is null or f.sha256 = expected.sha256)`

/** The next start makes a function anew if another text is recorded for it; until then it may say anything. */
const otherFunctions = `
  select format('Functions that are not recorded as those of this release: %s.', string_agg(expected.name, ', ' order by expected.name))
  from unnest($1::text[], $2::text[]) as expected (name, sha256)
  left join schema_function f on f.name = expected.name
  where f.sha256 is distinct from expected.sha256 having count(*) > 0`

/** Triggers and functions that keep records unchanged and tenants apart, but are missing, switched off or changed. */
export async function findGuards(client: pg.Client, { migrations, functions }: Schema): Promise<string[]> {
  const all = migrations.map(({ text }) => text).join('\n')
  const appendOnly = [...all.matchAll(/^select append_only\('(\w+)'\);/gm)].map(([, table]) => table)
  // The only function of a guard that a migration makes: its text never changes.
  const refusing = /^create function refuse_change\(\).*?\$\$(.*?)\$\$;/ms.exec(all)?.[1]
  const bodyOf = (text: string) => text.slice(text.indexOf('$$') + 2, text.lastIndexOf('$$'))
  const ask = async (text: string, values: unknown[]) => {
    const { rows } = await client.query<[string]>({ text, values, rowMode: 'array' })
    return rows.map(([finding]) => finding).toSorted()
  }
  return [
    ...(await ask(switchedOff, [])),
    ...(await ask(changeable, [appendOnly])),
    ...(await findTriggers(client, migrations)),
    ...(await ask(otherFunctions, [
      functions.map(({ name }) => name),
      functions.map(({ sha256 }) => sha256),
    ])),
    ...(await ask(changedFunctions, [
      ['refuse_change', ...functions.map(({ name }) => name)],
      [refusing, ...functions.map(({ text }) => bodyOf(text))],
      [null, ...functions.map(({ sha256 }) => sha256)],
    ])),
  ]
}
