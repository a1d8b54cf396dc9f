import type pg from 'pg'
import { type Attack, seen } from './attack.ts'

interface Called {
  readonly called: string
  readonly name: string
  readonly types: readonly string[]
  readonly result: string
  readonly definer: boolean
  readonly callable: boolean
  readonly definition: string
}

interface Neighbours {
  readonly ours: string
  readonly theirs: string
  /** Ids of their rows; no answer may contain them. */
  readonly foreignIds: readonly string[]
}

/** These work without a tenant by design: the list of tenants and the installation's ID. They return nothing about a tenant. */
const answersAnyone = new Set(['every_tenant', 'installation_state'])

/** The attacks on every function in the catalog, so new functions are included. */
export async function attacksOnFunctions(owner: pg.ClientBase, neighbours: Neighbours): Promise<Attack[]> {
  const { rows } = await owner.query<Called>(
    `select oid::regprocedure::text as called, proname as name, prosecdef as definer,
       array(select t::regtype::text from unnest(proargtypes) t) as types, prorettype::regtype::text as result,
       has_function_privilege('verbatim_app', oid, 'execute') as callable, pg_get_functiondef(oid) as definition
     from pg_proc where pronamespace = 'public'::regnamespace order by 1`,
  )
  return rows.flatMap((of) => [...changes(of), ...calls(of), ...(asks(of) ? questions(of, neighbours) : [])])
}

const asks = ({ definer, types }: Called) => definer && types[0] === 'jsonb'

function changes({ called, name, definition }: Called): Attack[] {
  const statements = [
    `alter function ${called} owner to verbatim_app`,
    `alter function ${called} security definer`,
    `alter function ${called} set search_path = pg_temp, public`,
    `alter function ${called} leakproof`,
    `alter function ${called} rename to gone`,
    `drop function ${called} cascade`,
    definition,
    `create function ${name}(evil oid, more oid) returns oid language sql as 'select 1::oid'`,
    `create function pg_temp.${name}() returns integer language sql as 'select 1'`,
  ]
  return statements.map((sql) => ({ name: sql.slice(0, 90), sql, ends: 'refused' }))
}

function calls({ called, name, types, result, callable, definer }: Called): Attack[] {
  if (result === 'trigger') {
    return [
      {
        name: `call ${called}`,
        sql: `select ${name}()`,
        ends: 'refused',
        code: callable ? '0A000' : '42501',
      },
    ]
  }
  const sql = `select * from ${name}(${types.map((type) => `null::${type}`).join(', ')}) as answer where answer is not null`
  if (!callable) return [{ name: `call ${called}`, sql, ends: 'refused' }]
  if (!definer || answersAnyone.has(name)) return []
  const ends = asks({ types, definer } as Called) ? 'refused' : 'with nothing'
  return [
    { name: `call ${called} without a tenant`, sql, ends },
    {
      name: `call ${called} by other names`,
      sql: `set local search_path = pg_temp, information_schema, public; ${sql.replace(name, `public.${name}`)}`,
      ends,
    },
  ]
}

/** Questions that try to inject SQL. Each is refused or answered from the tenant's own rows. */
function questions({ called, name, types, result }: Called, neighbours: Neighbours): Attack[] {
  const { ours, theirs } = neighbours
  const all = {
    scope: [{ channels: null, groupIds: null }],
    filter: [],
    sort: [],
    limit: 100,
    skip: 0,
    types: [],
  }
  const end = `' or tenant_id = '${theirs}' or '' = '`
  const filters = ['tenant_id', 'm.tenant_id = m.tenant_id or m.id', `postedDate') or (true`, `user'${end}`]
  const tests = ['in', 'nin', 'contains', 'outside', 'empty', `in${end}`]
  const tried = [
    all,
    { ...all, gather: true },
    { ...all, tenant: theirs, tenant_id: theirs },
    { ...all, scope: [] },
    { ...all, scope: [{ channels: [end], groupIds: [theirs] }] },
    { ...all, scope: [{ channels: null, groupIds: null, tenant: theirs }] },
    { ...all, words: `x' or true or m.tenant_id = '${theirs}` },
    { ...all, words: `'hello':*`, whole: true, looseWords: `') or (true` },
    { ...all, limit: '100; select 1' },
    { ...all, skip: '0) union all (select id from message' },
    { ...all, types: [end] },
    ...filters.map((field) => ({ ...all, filter: [{ field, test: 'in', values: [theirs] }] })),
    ...tests.flatMap((test) =>
      ['channelType', 'eventType', 'messageBody', 'target'].map((field) => ({
        ...all,
        filter: [{ field, test, values: [end, theirs] }],
      })),
    ),
    ...filters.map((field) => ({ ...all, sort: [{ field, direction: 'asc' }] })),
    { ...all, sort: [{ field: 'postedDate', direction: `desc, (select 1 from message)` }] },
    { ...all, sort: [{ field: 'date', direction: `desc, (select 1 from message)` }] },
    { ...all, sort: [{ field: 'channelType', direction: 'asc', ranked: true, values: [end] }] },
  ]
  const more = types
    .slice(1)
    .map((type) => `, 1000000::${type}`)
    .join('')
  return tried.map((question, index) => ({
    name: `ask ${called} question ${index}: ${JSON.stringify(question).slice(0, 200)}`,
    tenant: ours,
    sql: foreignIn(
      name,
      result,
      `'${JSON.stringify(question).replaceAll(`'`, `''`)}'::jsonb${more}`,
      neighbours,
    ),
    ends: 'unseen',
  }))
}

/** A query that returns rows only if the answer contains another tenant's data. */
function foreignIn(name: string, result: string, args: string, { foreignIds }: Neighbours): string {
  if (result === 'bigint') {
    const table = name.includes('audit') ? 'audit_event' : 'message'
    return `select found from ${name}(${args}) found where found > (select count(*) from ${table})`
  }
  const ids = foreignIds.map((id) => `'${id}'`).join(',')
  if (result === 'uuid') return `select found from ${name}(${args}) found where found in (${ids})`
  // A query cannot read a cursor's rows.
  return `do $attack$ declare opened refcursor := ${name}(${args}); next_id uuid; begin
    loop
      fetch opened into next_id;
      exit when next_id is null;
      if next_id in (${ids}) then raise exception 'a foreign id' using errcode = '${seen}'; end if;
    end loop;
  end $attack$`
}
