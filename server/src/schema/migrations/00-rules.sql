-- The words that every table is made with. Migrations use them, so they are frozen with them.

revoke create on schema public from public;
grant usage on schema public to verbatim_app, verbatim_search, verbatim_backup;

-- Lets verbatim_backup read a table in every tenant, and change none of it. The owner becomes that role; nobody signs in as it.
create function readable_for_backup(tab regclass) returns void language plpgsql as $$
begin
  execute format('grant select on %s to verbatim_backup', tab);
  if (select relrowsecurity from pg_class where oid = tab) then
    execute format('create policy backup on %s for select to verbatim_backup using (true)', tab);
  end if;
end $$;
revoke execute on function readable_for_backup(regclass) from public;

-- Makes a table a tenant table: rows of one tenant exist for the server only while `app.tenant_id` names it.
-- The setting is read once per query (an initplan), and an unset setting is null: no rows, no writes.
create function tenant_table(tab regclass, privileges text) returns void language plpgsql as $$
begin
  execute format(
    'alter table %s alter column tenant_id set default nullif(current_setting(''app.tenant_id'', true), '''')::uuid', tab);
  execute format('alter table %s enable row level security', tab);
  execute format('alter table %s force row level security', tab);
  execute format(
    'create policy tenant_isolation on %s to verbatim_app
       using (tenant_id = (select nullif(current_setting(''app.tenant_id'', true), '''')::uuid))
       with check (tenant_id = (select nullif(current_setting(''app.tenant_id'', true), '''')::uuid))', tab);
  execute format('grant %s on %s to verbatim_app', privileges, tab);
  perform readable_for_backup(tab);
end $$;
revoke execute on function tenant_table(regclass, text) from public;

-- Lets the functions of verbatim_search read a table in every tenant: through a policy of their own, which no other query
-- can use, for nobody signs in as that role.
create function read_by_functions(tab regclass, policy text) returns void language plpgsql as $$
begin
  execute format('grant select on %s to verbatim_search', tab);
  execute format('create policy %I on %s for select to verbatim_search using (true)', policy, tab);
end $$;
revoke execute on function read_by_functions(regclass, text) from public;

-- Refuses what grants already refuse, so that a mistaken grant, or the owner, cannot change a record quietly.
create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only: % refused', tg_table_name, tg_op using errcode = 'insufficient_privilege';
end $$;
revoke execute on function refuse_change() from public;

create function append_only(tab regclass) returns void language plpgsql as $$
begin
  execute format('create trigger append_only before update or delete on %s for each row execute function refuse_change()', tab);
  execute format('create trigger append_only_truncate before truncate on %s for each statement execute function refuse_change()', tab);
end $$;
revoke execute on function append_only(regclass) from public;
