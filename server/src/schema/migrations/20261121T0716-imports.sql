-- Imports of people from files: one row per import, one per row of its file with what became of it.
-- New tables and function: takes no lock anybody waits for. Safe with the previous release.

create table import (
  tenant_id      uuid not null,
  id             uuid not null,
  user_id        uuid not null,                         -- who started it, and whose permissions apply
  user_name      text not null,
  kind           text not null,
  file_name      text not null,
  format         text not null check (format in ('csv', 'xlsx')),
  headings       text[] not null,
  mapping        jsonb not null default '{}',           -- field: index of its column
  settings       jsonb not null default '{}',
  state          text not null check (state in
    ('draft', 'checking', 'checked', 'queued', 'running', 'done', 'failed', 'cancelled', 'undoing', 'undone')),
  rows_total     integer not null,
  rows_done      integer not null default 0,            -- the cursor: rows up to here have their outcome
  counts         jsonb not null default '{}',           -- outcome: rows
  undo_counts    jsonb not null default '{}',
  attempts       smallint not null default 0,
  lease_until    timestamptz,
  problem        text,
  created_at     timestamptz not null,
  finished_at    timestamptz,
  mails_due      integer not null default 0,            -- invitations that still have to be written
  primary key (tenant_id, id),
  foreign key (tenant_id, user_id) references tenant_user (tenant_id, id) on delete cascade
);
create index import_due on import (tenant_id, created_at) where state in ('checking', 'queued', 'running', 'undoing') or mails_due > 0;
create index import_by_time on import (tenant_id, created_at desc, id desc);
select tenant_table('import', 'select, insert, update');

create table import_row (
  tenant_id  uuid not null,
  import_id  uuid not null,
  ordinal    integer not null,                          -- from 1, without gaps
  line       integer not null,                          -- as a spreadsheet counts
  cells      text[] not null,
  row_key    text,                                      -- what makes two rows of a file the same
  outcome    text check (outcome in ('created', 'updated', 'skipped', 'failed')),
  reason     text,
  target_id  uuid,
  version    integer,                                   -- of the target when the row was done: undone only while it stands
  before     jsonb,                                     -- what an update replaced
  mail_due   boolean not null default false,
  undone     boolean,
  undo_note  text,                                      -- why it was not undone
  primary key (tenant_id, import_id, ordinal),
  foreign key (tenant_id, import_id) references import (tenant_id, id) on delete cascade
);
create index import_row_by_key on import_row (tenant_id, import_id, row_key) where row_key is not null;
create index import_row_by_outcome on import_row (tenant_id, import_id, outcome, ordinal);
create index import_row_with_mail on import_row (tenant_id, import_id, ordinal) where mail_due;
select tenant_table('import_row', 'select, insert, update');

grant select on import to verbatim_search;
create policy directory on import for select to verbatim_search using (true);

create function tenants_with_due_imports(at timestamptz) returns setof uuid
  language sql stable security definer set search_path = pg_catalog, public as
$$ select o.tenant_id from public.organization o
   where exists (select from public.import i
                 where i.tenant_id = o.tenant_id
                   and (i.state in ('checking', 'queued', 'running', 'undoing') or i.mails_due > 0)
                   and (i.lease_until is null or i.lease_until <= at)) $$;
revoke execute on function tenants_with_due_imports(timestamptz) from public;
grant execute on function tenants_with_due_imports(timestamptz) to verbatim_app;
alter function tenants_with_due_imports(timestamptz) owner to verbatim_search;
