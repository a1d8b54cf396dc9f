import type pg from 'pg'
import type { Attack } from './attack.ts'

interface Tenants {
  readonly ours: string
  readonly theirs: string
}

interface Table {
  readonly name: string
  /** Whether its rows belong to tenants; the serving role cannot access other tables. */
  readonly ofTenants: boolean
  readonly deletable: boolean
  readonly triggers: readonly string[]
  readonly policies: readonly string[]
  readonly columns: readonly { name: string; key: boolean; changeable: boolean }[]
}

/** The key columns that the product changes: a person who moves to another group or profile keeps the link. */
const movable = new Set([
  'conversation_group_member.group_id',
  'conversation_group_contact.group_id',
  'permission_profile_member.profile_id',
])

/** The attacks on every table in the catalog, so new tables are included. */
export async function attacksOnTables(owner: pg.ClientBase, tenants: Tenants): Promise<Attack[]> {
  const { rows } = await owner.query<Table>(
    `select relname as name, exists (select from pg_attribute where attrelid = c.oid and attname = 'tenant_id') as "ofTenants",
       has_table_privilege('verbatim_app', c.oid, 'delete') as deletable,
       array(select tgname::text from pg_trigger where tgrelid = c.oid and not tgisinternal) as triggers,
       array(select polname::text from pg_policy where polrelid = c.oid) as policies,
       (select jsonb_agg(jsonb_build_object('name', attname, 'key', coalesce(attnum = any(indkey), false),
          'changeable', has_column_privilege('verbatim_app', c.oid, attnum, 'update')) order by attnum)
        from pg_attribute where attrelid = c.oid and attnum > 0 and not attisdropped and attgenerated = '') as columns
     from pg_class c left join pg_index on indrelid = c.oid and indisprimary
     where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
     order by 1`,
  )
  return rows.flatMap((table) => [
    ...(table.ofTenants
      ? [...readings(table, tenants), ...changesOfRows(table, tenants), ...changesOfColumns(table, tenants)]
      : anything(table, tenants)),
    ...changesOfTheTable(table, tenants),
  ])
}

/** The serving role cannot access tables without tenants, except the one in which its processes report. */
function anything({ name, columns }: Table, { ours }: Tenants): Attack[] {
  const isOfProcesses = name === 'process_beat'
  const fixed = columns.filter(({ changeable, key }) => key || !changeable || !isOfProcesses)
  const statements = [
    ...(isOfProcesses
      ? []
      : [`select * from ${name}`, `insert into ${name} default values`, `delete from ${name}`]),
    `truncate ${name} cascade`,
    ...fixed.map((column) => `update ${name} set ${column.name} = ${column.name}`),
  ]
  return statements.map((sql) => ({ name: sql, tenant: ours, sql, ends: 'refused' }))
}

function readings({ name, columns }: Table, { ours, theirs }: Tenants): Attack[] {
  const [first] = columns
  const foreign = `tenant_id = '${theirs}'`
  const ends = 'with nothing'
  return [
    { name: `read ${name} without a tenant`, sql: `select * from ${name}`, ends },
    { name: `read ${name} of another`, tenant: ours, sql: `select * from ${name} where ${foreign}`, ends },
    {
      name: `read ${name} of another by place`,
      tenant: ours,
      sql: `select * from ${name} where ctid = any(array['(0,1)', '(0,2)', '(0,3)', '(1,1)']::tid[]) and ${foreign}`,
      ends,
    },
    {
      name: `read ${name} with row security off`,
      tenant: ours,
      sql: `set local row_security = off; select * from ${name}`,
      ends: 'refused',
    },
    {
      name: `let an error tell of ${name}`,
      tenant: ours,
      sql: `select from ${name} where 1 / (case when ${foreign} then 0 else 1 end) = 2`,
      ends,
    },
    {
      name: `read the planner's samples of ${name}`,
      sql: `select * from pg_stats where tablename = '${name}'`,
      ends,
    },
    {
      name: `put a table of the session before ${name}`,
      sql: `create temporary table ${name} (${first?.name} uuid) on commit drop`,
      ends: 'refused',
    },
  ]
}

function changesOfRows(table: Table, { ours, theirs }: Tenants): Attack[] {
  const { name, deletable } = table
  const some = table.columns.find(({ changeable }) => changeable)?.name
  const foreign = `tenant_id = '${theirs}'`
  const insert = `insert into ${name} (tenant_id) values ('${theirs}')`
  return [
    { name: `add to ${name} of another`, tenant: ours, sql: insert, ends: 'refused' },
    { name: `add to ${name} without a tenant`, sql: insert, ends: 'refused' },
    {
      name: `remove ${name} of another`,
      tenant: ours,
      sql: `delete from ${name} where ${foreign}`,
      ends: deletable ? 'with nothing' : 'refused',
    },
    {
      name: `remove ${name} without a tenant`,
      sql: `delete from ${name}`,
      ends: deletable ? 'with nothing' : 'refused',
    },
    {
      name: `lock rows of ${name} of another`,
      tenant: ours,
      sql: `select from ${name} where ${foreign} for update`,
      ends: some ? 'with nothing' : 'refused',
    },
    { name: `empty ${name}`, tenant: ours, sql: `truncate ${name}`, ends: 'refused' },
    { name: `empty ${name} and all`, tenant: ours, sql: `truncate ${name} cascade`, ends: 'refused' },
    ...(some
      ? [
          {
            name: `change ${name} without a tenant`,
            sql: `update ${name} set ${some} = ${some}`,
            ends: 'with nothing' as const,
          },
        ]
      : []),
  ]
}

/** Keys and columns that the product does not write cannot be changed; others can be changed only in a tenant's own rows. */
function changesOfColumns({ name, columns }: Table, { ours, theirs }: Tenants): Attack[] {
  return columns.map((column) => {
    const fixed = !column.changeable || (column.key && !movable.has(`${name}.${column.name}`))
    return {
      name: `change ${name}.${column.name}`,
      tenant: ours,
      sql: `update ${name} set "${column.name}" = "${column.name}" ${fixed ? '' : `where tenant_id = '${theirs}'`}`,
      ends: fixed ? 'refused' : 'with nothing',
    }
  })
}

function changesOfTheTable({ name, deletable, triggers, policies }: Table, { ours }: Tenants): Attack[] {
  const alterations = [
    'disable row level security',
    'no force row level security',
    'disable trigger all',
    'add column evil text',
    'drop column tenant_id',
    'owner to verbatim_app',
    'rename to gone',
    'set unlogged',
    'alter column tenant_id drop default',
  ]
  const statements = [
    ...alterations.map((alteration) => `alter table ${name} ${alteration}`),
    ...triggers.map((trigger) => `drop trigger ${trigger} on ${name}`),
    `drop table ${name} cascade`,
    ...policies.map((policy) => `drop policy ${policy} on ${name}`),
    ...policies.map((policy) => `alter policy ${policy} on ${name} using (true)`),
    `create policy evil on ${name} using (true)`,
    `create trigger evil before insert on ${name} for each row execute function suppress_redundant_updates_trigger()`,
    `create rule evil as on insert to ${name} do instead nothing`,
    `create index evil on ${name} (tenant_id)`,
    `create view evil as select * from ${name}`,
    `create table evil (like ${name})`,
    `comment on table ${name} is 'evil'`,
    `reindex table ${name}`,
    `copy ${name} to program 'cat'`,
    `copy ${name} to '/tmp/verbatim-attack'`,
    `copy ${name} from '/etc/passwd'`,
    // A role that may delete rows may lock their table: PostgreSQL has no finer grant.
    ...(deletable ? [] : [`lock table ${name} in access exclusive mode`]),
  ]
  return statements.map((sql) => ({ name: sql, tenant: ours, sql, ends: 'refused' }))
}
