import type pg from 'pg'

/**
 * The contents of a schema, a line for each thing: tables, columns, constraints, indexes, triggers, policies, functions,
 * grants, comments and our roles. Two databases with the same lines behave the same; the order of columns and the name of
 * the owner do not matter.
 * @param client The owner of the schema.
 */
export async function describeCatalog(client: pg.ClientBase, schema = 'public'): Promise<string[]> {
  await client.query(`set search_path = ${schema}, pg_catalog`) // names are written without their schema
  const { rows } = await client.query<{ line: string }>(
    `with ${parts} select distinct regexp_replace(line, '\\s+', ' ', 'g') collate "C" as line from (${Object.values(lines).join('\nunion all ')}) described order by 1`,
    [schema],
  )
  await client.query('reset search_path')
  return rows.map(({ line }) => line)
}

const parts = `
  space as (select * from pg_namespace where nspname = $1),
  role as (select oid, case when rolname = current_user then 'the owner' else rolname end as name from pg_roles
    union all select 0, 'everybody'),
  relation as (select c.* from pg_class c join space on space.oid = c.relnamespace),
  routine as (select p.*, p.oid::regprocedure::text as called from pg_proc p join space on space.oid = p.pronamespace)`

/** The grants of an object; the system's defaults if it has no list. */
const grants = (what: string, list: string, from: string) => `
  select format('grant %s on %s to %s%s', lower(privilege_type), ${what}, role.name,
    case when is_grantable then ' with grant option' else '' end)
  from ${from}, aclexplode(${list}) held join role on role.oid = held.grantee
  where role.name <> 'the owner' or held.grantor <> held.grantee`

const lines = {
  relations: `
    select format('%s %s, of %s%s%s%s%s', case relkind when 'r' then 'table' when 'p' then 'partitioned table' when 'v' then 'view'
        when 'm' then 'materialized view' when 'S' then 'sequence' when 'f' then 'foreign table' else relkind::text end,
      relname, role.name, case when relrowsecurity then ', row security' end,
      case when relforcerowsecurity then ' forced' end, case when relpersistence <> 'p' then ', ' || relpersistence::text end,
      ', ' || array_to_string(reloptions, ' ')) as line
    from relation join role on role.oid = relowner where relkind not in ('i', 'I', 't', 'c')`,
  columns: `
    select format('column %s.%s %s%s%s%s%s', relname, attname, format_type(atttypid, atttypmod),
      case when attnotnull then ' not null' end,
      case when attgenerated = '' then ' default ' else ' generated ' || attgenerated::text || ' ' end || pg_get_expr(adbin, adrelid),
      case when attidentity <> '' then ' identity ' || attidentity::text end,
      case when attcollation <> 0 and attcollation <> typcollation then ' collate ' || attcollation::regcollation::text end)
    from relation join pg_attribute on attrelid = relation.oid join pg_type on pg_type.oid = atttypid
      left join pg_attrdef on adrelid = attrelid and adnum = attnum
    where attnum > 0 and not attisdropped and relkind in ('r', 'p', 'v', 'm', 'f')`,
  // Since PostgreSQL 18 "not null" is also a constraint; the columns already list it.
  constraints: `
    select format('constraint %s.%s %s%s', relname, conname, pg_get_constraintdef(con.oid),
      case when not convalidated then ', not validated' end)
    from pg_constraint con join relation on relation.oid = conrelid where contype <> 'n'`,
  indexes: `
    select format('index %s%s', pg_get_indexdef(indexrelid), case when not (indisvalid and indisready) then ', invalid' end)
    from pg_index join relation on relation.oid = indexrelid where relkind in ('i', 'I')`,
  triggers: `
    select format('trigger %s%s', pg_get_triggerdef(t.oid), case when tgenabled <> 'O' then ', enabled ' || tgenabled::text end)
    from pg_trigger t join relation on relation.oid = tgrelid
    where not tgisinternal or tgenabled <> 'O'`,
  rules: `
    select format('rule %s', pg_get_ruledef(r.oid)) from pg_rewrite r join relation on relation.oid = ev_class`,
  policies: `
    select format('policy %s on %s%s for %s to %s using (%s) with check (%s)', polname, relname,
      case when not polpermissive then ' restrictive' end, polcmd,
      (select string_agg(role.name, ', ' order by role.name) from role where role.oid = any(polroles)),
      pg_get_expr(polqual, polrelid), pg_get_expr(polwithcheck, polrelid))
    from pg_policy join relation on relation.oid = polrelid`,
  functions: `
    select format('function %s returns %s, %s, of %s%s, %s%s%s, cost %s, rows %s, %s, defaults (%s), text %s', called,
      pg_get_function_result(routine.oid), lanname, role.name, case when prosecdef then ', definer' end, provolatile,
      case when proisstrict then ', strict' end, case when proleakproof then ', leakproof' end, procost, prorows,
      coalesce(array_to_string(proconfig, '; '), 'no settings'), pg_get_expr(proargdefaults, 0),
      encode(sha256(convert_to(prosrc, 'utf8')), 'hex'))
    from routine join pg_language on pg_language.oid = prolang join role on role.oid = proowner`,
  types: `
    select format('type %s %s', format_type(t.oid, null), (select string_agg(enumlabel, ', ' order by enumsortorder)
      from pg_enum where enumtypid = t.oid))
    from pg_type t join space on space.oid = typnamespace
    where typtype in ('e', 'd', 'r') or (typtype = 'c' and exists (select from relation where relation.oid = typrelid and relkind = 'c'))`,
  relationGrants: grants(
    'relname',
    `coalesce(relacl, acldefault(case relkind when 'S' then 's' else 'r' end::"char", relowner))`,
    `(select * from relation where relkind in ('r', 'p', 'v', 'm', 'f', 'S')) relation`,
  ),
  columnGrants: grants(
    `relname || '.' || attname`,
    'attacl',
    '(select * from relation join pg_attribute on attrelid = relation.oid where attacl is not null) attribute',
  ),
  functionGrants: grants('called', `coalesce(proacl, acldefault('f', proowner))`, 'routine'),
  schemaGrants: grants(`'the schema'`, `coalesce(nspacl, acldefault('n', nspowner))`, 'space'),
  databaseGrants: grants(
    `'the database'`,
    `coalesce(datacl, acldefault('d', datdba))`,
    '(select * from pg_database where datname = current_database()) base',
  ),
  defaultGrants: `
    select format('default grants %s of %s: %s', defaclobjtype, role.name, defaclacl)
    from pg_default_acl join role on role.oid = defaclrole`,
  comments: `
    select format('comment on %s: %s', pg_describe_object(classoid, objoid, objsubid), description) from pg_description
    where (classoid = 'pg_class'::regclass and objoid in (select relation.oid from relation))
      or (classoid = 'pg_proc'::regclass and objoid in (select routine.oid from routine))`,
  extensions: `select format('extension %s in %s', extname, extnamespace::regnamespace) from pg_extension`,
  eventTriggers: `select format('event trigger %s on %s, enabled %s', evtname, evtevent, evtenabled) from pg_event_trigger`,
  roles: `
    select format('role %s%s%s%s%s%s%s', rolname, case when rolcanlogin then ', signs in' end,
      case when rolsuper then ', superuser' end, case when rolbypassrls then ', bypasses row security' end,
      case when rolcreaterole then ', makes roles' end, case when rolcreatedb then ', makes databases' end,
      case when rolinherit then ', inherits' end)
    from pg_roles where rolname like 'verbatim\\_%' and rolname <> current_user`,
  memberships: `
    select format('%s is a member of %s', member.name, pg_get_userbyid(roleid)) from pg_auth_members m
    join role as member on member.oid = m.member where pg_get_userbyid(roleid) like 'verbatim\\_%' or member.name like 'verbatim\\_%'`,
  settings: `
    select format('setting of %s: %s', coalesce(role.name, 'every role'), array_to_string(setconfig, '; '))
    from pg_db_role_setting left join role on role.oid = nullif(setrole, 0)
    where setdatabase in (0, (select oid from pg_database where datname = current_database()))`,
}
