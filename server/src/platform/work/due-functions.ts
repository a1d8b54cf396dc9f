import { sql } from 'kysely'
import { textOf } from '#platform/sql-text.ts'
import { type AnyRows, isDue } from './due-rows.ts'

/** The name of the current time in the functions. */
const moment = sql<Date>`moment`

/**
 * Two database functions over all tenants and every kind of work, for workers and operators. They see all rows and return
 * little: names of kinds, tenants and counts.
 */
export function dueFunctions(kinds: readonly AnyRows[]): string[] {
  const each = [...new Map(kinds.map((rows) => [rows.name, rows])).values()]
  return [
    // The tenants with due work: workers call it, and then query each tenant. Only the kinds that are asked for are planned:
    // to plan all of them took longer than to look.
    `create or replace function due_tenants(works text[], moment timestamptz) returns table (work text, tenant_id uuid)
  language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp as
$$
#variable_conflict use_column
begin
${each.map(dueTenants).join('\n')}
end
$$;`,
    // The waiting work of each kind: how many rows, how many were tried before, the age of the oldest, and how many
    // were given up. Work of closed organizations is not counted.
    `create or replace function waiting_work(moment timestamptz)
  returns table (work text, waiting bigint, tried bigint, oldest timestamptz, given_up bigint)
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as
$$
${each.map(waitingWork).join('\n  union all\n')}
$$;`,
  ]
}

function dueTenants(rows: AnyRows): string {
  const { name, table, whileClosed } = rows
  const open = whileClosed ? '' : 'o.closed_at is null and '
  return `  if '${name}' = any(works) then
    return query select '${name}', o.tenant_id from public.organization o
      where ${open}exists (
        select from public.${table} where ${table}.tenant_id = o.tenant_id
          and ${textOf(isDue(rows, moment))})
      order by o.tenant_id;
  end if;`
}

function waitingWork({ name, table, tries, waits, whileClosed, figures }: AnyRows): string {
  const { table: counted = table, counted: which = waits, oldest, givenUp } = figures
  const tried = tries && counted === table ? `count(*) filter (where ${tries} > 0)` : '0'
  const open = whileClosed ? '' : '\n      and tenant_id in (select public.open_tenants())'
  return `  select '${name}', count(*), ${tried}, ${textOf(oldest)},
      ${givenUp ? `(${textOf(givenUp)})` : '0'}
    from public.${counted} where (${textOf(which(moment))})${open}`
}
