/** The law of access in the database functions that answer lists, which cannot use their indexes under row-level security. */
import type { AccessScope, Grant } from '#kernel/actor.ts'
import { type Dimension, dimensions } from './law.ts'
import { isWhole } from './scope.ts'

/** A scope in the form that those functions read; `null` means all. */
export type AskedScope = readonly { readonly [D in keyof Grant]: Exclude<Grant[D], 'all'> | null }[]

export function askedScope(scope: AccessScope): AskedScope {
  return scope.map((grant) => {
    const given = dimensions.map((dimension) => [
      dimension.granted,
      isWhole(dimension, grant) ? null : grant[dimension.granted],
    ])
    return Object.fromEntries(given) as AskedScope[number]
  })
}

interface ScopeFunction {
  readonly name: string
  /** The alias of the table in the queries that contain the condition. */
  readonly alias: string
  /** A row without a value in a dimension is not limited by it; every reader sees a row without any values. */
  readonly orUnbound?: true | undefined
  /** PL/pgSQL that returns the condition of a dimension for `vals`, if the table has a special index for it. */
  readonly indexed?: { readonly [D in keyof Grant]?: string }
}

/** The function that turns a scope into a condition. A grant without a dimension grants nothing of it. */
export function scopeFunction({ name, alias, orUnbound, indexed = {} }: ScopeFunction): string {
  const typeOf = ({ granted }: Dimension) => `jsonb_typeof(given -> '${granted}')`
  const conditions = dimensions.map((dimension) => {
    const { granted } = dimension
    const vals = `array(select jsonb_array_elements_text(given -> '${granted}'))`
    const condition =
      indexed[granted]?.replace('vals', vals) ??
      `format('${holdsFormat(dimension, { alias, orUnbound })}', ${vals})`
    return `case ${typeOf(dimension)} when 'null' then null when 'array' then\n        ${condition} else 'false' end`
  })
  const none = dimensions.map(({ column }) => `${alias}.${column} is null`).join(' and ')
  return `create or replace function ${name}(tenant uuid, scope jsonb) returns text
  language plpgsql stable set search_path = pg_catalog, public, pg_temp as $$
declare
  grants text := '${orUnbound ? `(${none})` : 'false'}';
  given jsonb;
begin
  for given in select * from jsonb_array_elements(scope) loop
    if ${dimensions.map((dimension) => `${typeOf(dimension)} = 'null'`).join(' and ')} then
      return 'true';
    end if;
    grants := grants || ' or (' || concat_ws(' and ',
      ${conditions.join(',\n      ')}) || ')';
  end loop;
  return regexp_replace(grants, '^false or ', '');
end $$;`
}

function holdsFormat(
  { column, type, many }: Dimension,
  { alias, orUnbound }: Pick<ScopeFunction, 'alias' | 'orUnbound'>,
): string {
  const holds = many ? `${alias}.${column} && %L::${type}[]` : `${alias}.${column} = any(%L::${type}[])`
  return orUnbound ? `(${alias}.${column} is null or ${holds})` : holds
}
