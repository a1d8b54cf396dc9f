import type { Attack } from './attack.ts'

/** Attacks against the server itself, independent of its tables. */
export function attacksOnTheServer(ours: string): Attack[] {
  const refused = [...roles, ...settings, ...files, ...objects, ...largeObjects, ...sessions, ...trail].map(
    (sql): Attack => ({ name: sql, tenant: ours, sql, ends: 'refused' }),
  )
  return [...refused, ...others(ours)]
}

const roles = [
  'set role verbatim_search',
  'set role verbatim_backup',
  'set role verbatim_owner',
  'set role postgres',
  'set session authorization verbatim_owner',
  'set session authorization postgres',
  'alter role verbatim_app superuser',
  'alter role verbatim_app bypassrls',
  'alter role verbatim_app createrole',
  'alter role verbatim_search login',
  `alter role verbatim_owner password 'evil'`,
  'alter role verbatim_owner set row_security = off',
  'create role evil',
  'drop role verbatim_search',
  'grant verbatim_search to verbatim_app',
  'grant verbatim_owner to verbatim_app',
  'grant pg_read_all_data to verbatim_app',
  'grant pg_read_server_files to verbatim_app',
  'reassign owned by verbatim_owner to verbatim_app',
  'drop owned by verbatim_search cascade',
  'alter default privileges for role verbatim_owner grant all on tables to verbatim_app',
  'select * from pg_authid',
  'select * from pg_shadow',
  'select * from pg_user_mapping',
  'select * from pg_statistic',
  'select * from schema_migration',
  'select * from schema_function',
]

const settings = [
  'set session_replication_role = replica',
  `set zero_damaged_pages = on`,
  `set log_statement = 'none'`,
  'set allow_system_table_mods = on',
  `alter role verbatim_app set app.tenant_id = '00000000-0000-0000-0000-000000000000'`,
  `do $$ begin execute format('alter database %I set row_security = off', current_database()); end $$`,
  `do $$ begin execute format('alter database %I owner to verbatim_app', current_database()); end $$`,
  `select set_config('session_replication_role', 'replica', true)`,
  `load 'dblink'`,
]

const files = [
  `select pg_read_file('/etc/passwd')`,
  `select pg_read_binary_file('postgresql.conf')`,
  `select pg_ls_dir('.')`,
  `select pg_stat_file('postgresql.conf')`,
  `select pg_ls_logdir()`,
  `select pg_ls_waldir()`,
  `select pg_current_logfile()`,
  `copy (select 1) to program 'id'`,
  `copy (select 1) to '/tmp/verbatim-attack'`,
  'select pg_reload_conf()',
  'select pg_rotate_logfile()',
  'select pg_switch_wal()',
  `select pg_create_restore_point('evil')`,
  `select pg_backup_start('evil')`,
  'select pg_promote()',
  'checkpoint',
  `select * from pg_hba_file_rules`,
  `select * from pg_file_settings`,
]

const objects = [
  'create schema evil',
  'create table public.evil (n integer)',
  'create temporary table evil (n integer)',
  'create temporary view message as select 1',
  'create temporary sequence evil',
  'create sequence public.evil',
  'create view public.evil as select 1',
  `create function public.format(text, text) returns text language sql as 'select $2'`,
  `create function pg_temp.format(text, text) returns text language sql as 'select $2'`,
  `create operator public.= (leftarg = uuid, rightarg = uuid, function = uuid_ne)`,
  'create type public.evil as (n integer)',
  'create domain public.evil as text',
  `create aggregate public.evil (integer) (sfunc = int4pl, stype = integer)`,
  'create cast (text as uuid) with inout',
  'create extension dblink',
  'create extension file_fdw',
  'create extension pg_trgm',
  'create extension plpython3u',
  'create foreign data wrapper evil',
  'create publication evil for all tables',
  `create event trigger evil on ddl_command_end execute function refuse_change()`,
  'drop schema public cascade',
  'alter schema public owner to verbatim_app',
  'comment on schema public is $$evil$$',
]

const largeObjects = [
  'select lo_create(0)',
  'select lo_creat(-1)',
  `select lo_from_bytea(0, 'kept where no tenant is')`,
  `select lo_import('/etc/passwd')`,
  `select lo_export(1, '/tmp/verbatim-attack')`,
  'select lo_open(1, 131072)',
  'select lo_unlink(1)',
  'select lo_get(1)',
]

/** Session locks that would outlive the transaction and keep a node from migrating. */
const sessions = [
  'select pg_advisory_lock(7261121)',
  'select pg_try_advisory_lock(7261121)',
  'select pg_advisory_lock_shared(7261121)',
  'select pg_advisory_lock(7, 261121)',
  'select pg_advisory_unlock_all()',
  `select pg_terminate_backend(pid) from pg_stat_activity where usename = 'postgres'`,
  `select pg_cancel_backend(pid) from pg_stat_activity where usename = 'postgres'`,
]

const trail = [
  `select pg_logical_emit_message(false, 'evil', 'x')`,
  `select pg_create_physical_replication_slot('evil')`,
  `select pg_create_logical_replication_slot('evil', 'pgoutput')`,
  `select pg_stat_reset()`,
  `select pg_stat_reset_shared('wal')`,
  `select pg_replication_origin_create('evil')`,
  `select * from pg_ls_tmpdir()`,
]

function others(ours: string): Attack[] {
  const outOfTransaction = { code: '25001', ends: 'refused' as const }
  return [
    { name: 'create database evil', sql: 'create database evil', ...outOfTransaction },
    { name: 'alter the system', sql: 'alter system set log_statement = none', ...outOfTransaction },
    { name: 'drop database postgres', sql: 'drop database postgres', ...outOfTransaction },
    { name: 'create tablespace', sql: `create tablespace evil location '/tmp'`, ...outOfTransaction },
    { name: 'prepare a transaction', sql: `prepare transaction 'evil'`, ends: 'refused', code: '55000' },
    // PostgreSQL only warns; what matters is that the catalog does not change.
    {
      name: 'grant oneself the schema',
      sql: 'grant create on schema public to verbatim_app',
      ends: 'with nothing',
    },
    {
      name: 'read what the sessions of others ask',
      tenant: ours,
      sql: `select query from pg_stat_activity where usename <> 'verbatim_app' and query not in ('<insufficient privilege>', '')`,
      ends: 'with nothing',
    },
    {
      name: 'be a tenant that is no id',
      tenant: 'evil',
      sql: 'select * from organization',
      ends: 'refused',
      code: '22P02',
    },
    { name: 'be no tenant', tenant: '', sql: 'select * from organization', ends: 'with nothing' },
  ]
}
