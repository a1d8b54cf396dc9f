import type pg from 'pg'

/** Questions to the catalogue; each row of an answer is a finding. */
const questions = [
  // Isolation
  `select format('Row-level security of %s is not %s.', relname, case when relrowsecurity then 'forced' else 'enabled' end)
   from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'tenant_id'
   where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not (relrowsecurity and relforcerowsecurity)`,
  `select format('%s has no policy that binds the serving role to a tenant.', c.relname)
   from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'tenant_id'
   where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not exists
     (select from pg_policies p where p.schemaname = 'public' and p.tablename = c.relname and p.roles = '{verbatim_app}'
        and p.cmd = 'ALL' and p.permissive = 'PERMISSIVE' and p.qual like '(tenant_id = ( SELECT %current_setting(''app.tenant_id''%'
        and p.with_check = p.qual)`,
  `select format('The policy %s on %s lets in %s.', policyname, tablename, array_to_string(roles, ', ')) from pg_policies
   where schemaname = 'public' and not (policyname = 'tenant_isolation' and roles = '{verbatim_app}')
     and not (roles <@ '{verbatim_search,verbatim_backup}' and cmd = 'SELECT')
     and not (policyname = 'becoming' and tablename = 'message' and roles = '{verbatim_search}' and cmd = 'UPDATE'
       and qual = '(content_type = ''missing''::text)' and with_check = qual)`,
  `select format('%s can change %s of %s.', grantee, column_name, table_name) from information_schema.column_privileges
   where table_schema = 'public' and grantee = 'verbatim_search' and privilege_type = 'UPDATE'
     and (table_name, column_name) <> ('installation', 'organizations')
     and not (table_name = 'message' and column_name in ('record_id', 'account_id', 'message_key', 'direction', 'author_address',
       'author_name', 'author_user_id', 'author_contact_id', 'posted_at', 'captured_at'))`,
  // The serving role
  `select format('The role %s %s.', rolname, trait) from pg_roles, lateral (values
     (rolsuper, 'is a superuser'), (rolbypassrls, 'bypasses row-level security'), (rolcreaterole, 'can create roles'),
     (rolcreatedb, 'can create databases'), (rolname <> 'verbatim_app' and rolcanlogin, 'can sign in'),
     (rolname = 'verbatim_app' and exists (select from pg_auth_members where member = pg_roles.oid), 'belongs to another role'),
     (rolname <> 'verbatim_search' and exists (select from pg_class where relowner = pg_roles.oid), 'owns tables')) t(has, trait)
   where rolname in ('verbatim_app', 'verbatim_search', 'verbatim_backup') and has`,
  `select format('The serving role can %s the append-only table %s.', lower(privilege), c.relname)
   from pg_class c cross join unnest('{UPDATE,DELETE,TRUNCATE}'::text[]) privilege
   where exists (select from pg_trigger t where t.tgrelid = c.oid and t.tgname = 'append_only')
     and has_table_privilege('verbatim_app', c.oid, privilege)`,
  `select format('The serving role can %s on %s.', lower(privilege), c.relname)
   from pg_class c cross join unnest('{TRUNCATE,REFERENCES,TRIGGER}'::text[]) privilege
   where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and has_table_privilege('verbatim_app', c.oid, privilege)`,
  `select format('%s can %s %s.', r.rolname, lower(privilege), c.relname)
   from pg_class c cross join unnest('{INSERT,UPDATE,DELETE,TRUNCATE}'::text[]) privilege, pg_roles r
   where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and r.rolname = 'verbatim_backup'
     and has_table_privilege(r.oid, c.oid, privilege)`,
  `select format('Every role has rights on %s.', c.relname) from pg_class c, aclexplode(c.relacl) held
   where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v') and held.grantee = 0`,
  `select 'The serving role can create objects in the schema.' where has_schema_privilege('verbatim_app', 'public', 'CREATE')`,
  // Functions with their owner's rights
  `select format('The function %s %s.', p.oid::regprocedure, trait) from pg_proc p, lateral (values
     (not coalesce((select bool_or(setting like 'search_path=pg_catalog%') from unnest(p.proconfig) setting), false),
       'does not pin its search path'),
     (has_function_privilege('public', p.oid, 'execute'), 'is open to every role'),
     (pg_get_userbyid(p.proowner) <> 'verbatim_search', 'belongs to ' || pg_get_userbyid(p.proowner))) t(has, trait)
   where p.pronamespace = 'public'::regnamespace and p.prosecdef and has`,
]

/** Privileges that differ from the schema: missing or additional ones. */
export async function findAccess(client: pg.Client): Promise<string[]> {
  const findings: string[] = []
  for (const text of questions) {
    const { rows } = await client.query<[string]>({ text, rowMode: 'array' })
    findings.push(...rows.map(([finding]) => finding).toSorted())
  }
  return findings
}
