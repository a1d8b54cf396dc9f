-- Files that users ask for: one row per export, made by a worker from one snapshot. The file lies beside the blobs, by id.
-- New table and function: takes no lock anybody waits for. Safe with the previous release.

create table export (
  tenant_id   uuid not null,
  id          uuid not null,
  user_id     uuid not null,                          -- who asked, and whose access scope applies
  kind        text not null,                          -- what is exported: messages, cognitive-events
  format      text not null check (format in ('csv', 'xlsx')),
  question    jsonb not null,                         -- the parameters of the list
  file_name   text not null,
  state       text not null default 'queued' check (state in ('queued', 'running', 'done', 'failed', 'cancelled')),
  attempts    smallint not null default 0,
  lease_until timestamptz,                            -- a worker that does not report by then was cut off
  rows_done   bigint not null default 0,
  rows_total  bigint,
  columns     text[],
  as_of       timestamptz,                            -- the moment of the snapshot
  size_bytes  bigint,
  sha256      bytea,
  problem     text,
  created_at  timestamptz not null,
  finished_at timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, user_id) references tenant_user (tenant_id, id) on delete cascade
);
create index export_unfinished on export (tenant_id, created_at) where state in ('queued', 'running');
create index export_by_age on export (tenant_id, finished_at) where state = 'done';
select tenant_table('export', 'select, insert, update');

grant select on export to verbatim_search;
create policy directory on export for select to verbatim_search using (true);

create function tenants_with_due_exports(at timestamptz) returns setof uuid
  language sql stable security definer set search_path = pg_catalog, public as
$$ select o.tenant_id from public.organization o
   where exists (select from public.export e
                 where e.tenant_id = o.tenant_id
                   and (e.state = 'queued' or (e.state = 'running' and e.lease_until <= at))) $$;
revoke execute on function tenants_with_due_exports(timestamptz) from public;
grant execute on function tenants_with_due_exports(timestamptz) to verbatim_app;
alter function tenants_with_due_exports(timestamptz) owner to verbatim_search;
