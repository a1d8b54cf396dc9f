/** Generates the database functions that turn a list's question into conditions and orders, from the places of its fields. */
import { quoted, type SearchedList } from './searched.ts'
import { type Hole, piecesOf, type Test, tests } from './tests.ts'

const settings = 'set search_path = pg_catalog, public, pg_temp as $$'

/** A test of an expression, for every list; its values become literals of the type. Null if the test does not exist. */
export function testFunction(): string {
  const cases = (Object.keys(tests) as Test[]).map((test) => `    when '${test}' then ${formatOf(test)}`)
  return `create or replace function list_test(expression text, type text, test text, vals text[]) returns text
  language sql immutable ${settings}
  select case test
${cases.join('\n')}
  end
$$;`
}

/** Identifiers are ours; every value of a question is a literal. */
const filled: Record<Hole, readonly [as: string, from: string]> = {
  it: ['%s', 'expression'],
  type: ['%s', 'type'],
  values: ['%L', 'vals'],
  first: ['%L', 'vals[1]'],
  second: ['%L', 'vals[2]'],
  containing: ['%L', `'%' || public.like_literal(vals[1]) || '%'`],
  starting: ['%L', `public.like_literal(vals[1]) || '%'`],
  ending: ['%L', `'%' || public.like_literal(vals[1])`],
}

function formatOf(test: Test): string {
  const pieces = piecesOf(test)
  const text = pieces.map((piece) =>
    'hole' in piece ? filled[piece.hole][0] : piece.text.replaceAll("'", "''"),
  )
  const from = pieces.flatMap((piece) => ('hole' in piece ? [filled[piece.hole][1]] : []))
  return `format('${text.join('')}', ${from.join(', ')})`
}

/** One list's functions: `<prefix>_condition`, `_where`, `_sorted`, `_order`, perhaps `_parts`. The law of access makes `_scope`. */
export function listFunctions(list: SearchedList): string[] {
  return [
    conditionFunction(list),
    whereFunction(list),
    sortedFunction(list),
    orderFunction(list),
    ...(list.inParts ? [partsFunction(list)] : []),
  ]
}

/** { field, test, values, scope } as SQL. */
function conditionFunction({ prefix, rows, found }: SearchedList): string {
  const cases = Object.entries(found).map(
    ([name, { condition }]) => `    when '${name}' then return ${condition};`,
  )
  return `create or replace function ${prefix}_condition(tenant uuid, condition jsonb) returns text
  language plpgsql stable ${settings}
declare
  test text := condition ->> 'test';
  vals text[] := array(select jsonb_array_elements_text(condition -> 'values'));
begin
  case condition ->> 'field'
${cases.join('\n')}
    else raise exception '${rows} have no field %', condition ->> 'field' using errcode = 'invalid_parameter_value';
  end case;
end $$;`
}

/** { scope, filter, … } as the condition of a query, tenant first. */
function whereFunction({ prefix, rows, alias, words }: SearchedList): string {
  return `create or replace function ${prefix}_where(tenant uuid, question jsonb) returns text
  language plpgsql stable ${settings}
declare
  clause text := format('${alias}.tenant_id = %L::uuid and (%s)', tenant, public.${prefix}_scope(tenant, question -> 'scope'));
  condition jsonb;
  part text;
begin
  for condition in select * from jsonb_array_elements(question -> 'filter') loop
    part := public.${prefix}_condition(tenant, condition || jsonb_build_object('scope', question -> 'scope'));
    if part is null then
      raise exception '${rows} cannot be tested so: %', condition ->> 'test' using errcode = 'invalid_parameter_value';
    end if;
    clause := clause || ' and (' || part || ')';
  end loop;
  return clause || coalesce(${words}, '');
end $$;`
}

/** The sort expression of a field. */
function sortedFunction({ prefix, rows, fields, found }: SearchedList): string {
  const cases = Object.entries(found)
    .filter(([name]) => fields[name]?.sort)
    .map(
      ([name, { expression, sortedBy }]) =>
        `    when '${name}' then return ${quoted(sortedBy ?? expression)};`,
    )
  return `create or replace function ${prefix}_sorted(field text) returns text
  language plpgsql immutable ${settings}
begin
  case field
${cases.join('\n')}
    else raise exception '${rows} have no field % to be sorted by', field using errcode = 'invalid_parameter_value';
  end case;
end $$;`
}

/**
 * [{ field, direction, values?, ranked? }] as an order, from the key at `first` on; `ranked` values have a special order.
 * Equal rows are sorted newest first, and finally by a unique key.
 */
function orderFunction({ prefix, alias, newest }: SearchedList): string {
  return `create or replace function ${prefix}_order(sort jsonb, first integer default 0) returns text
  language plpgsql immutable ${settings}
declare
  orders text[] := '{}';
  key jsonb;
  place bigint;
  expression text;
  way text := 'desc';
  timed boolean := false;
begin
  for key, place in select * from jsonb_array_elements(sort) with ordinality loop
    expression := public.${prefix}_sorted(key ->> 'field');
    way := case key ->> 'direction' when 'asc' then 'asc' else 'desc' end;
    timed := timed or key ->> 'field' = '${newest}';
    continue when place <= first;
    orders := orders || (case when (key ->> 'ranked')::boolean
      then format('array_position(%L::text[], %s)', array(select jsonb_array_elements_text(key -> 'values')), expression)
      else expression end || ' ' || way);
  end loop;
  if not timed then
    orders := orders || (public.${prefix}_sorted('${newest}') || ' desc');
    way := 'desc';
  end if;
  return array_to_string(orders || ('${alias}.id ' || way), ', ');
end $$;`
}

/**
 * The parts of an order by a field of few values, in that order, each with the order within it, because an index
 * contains every part in order, but not the whole. Any other order has one part with everything.
 */
function partsFunction({ prefix, found }: SearchedList): string {
  const zero = Object.entries(found)
    .filter(([, { mostlyZero }]) => mostlyZero)
    .map(
      ([name, { expression }]) => `  elsif key ->> 'field' = '${name}' then
    return query select part.condition, public.${prefix}_order(sort, part.first)
      from (values (${quoted(`${expression} > 0`)}, 0), (${quoted(`${expression} = 0`)}, 1)) as part (condition, first)
      order by case key ->> 'direction' when 'asc' then -part.first else part.first end;
`,
    )
  return `create or replace function ${prefix}_parts(sort jsonb) returns table (condition text, ordering text)
  language plpgsql immutable ${settings}
declare
  key jsonb := sort -> 0;
begin
  if key ? 'values' then
    return query select format('%s = %L', public.${prefix}_sorted(key ->> 'field'), value), public.${prefix}_order(sort, 1)
      from jsonb_array_elements_text(key -> 'values') with ordinality as of_field (value, place)
      order by case key ->> 'direction' when 'asc' then place else -place end;
${zero.join('')}  else
    return query select 'true', public.${prefix}_order(sort);
  end if;
end $$;`
}
