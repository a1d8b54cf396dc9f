-- What people ask for and workers do: exports, imports, and mail on its way out.

-- One row per export, made by a worker from one snapshot. The file lies beside the blobs, by id.
create table export (
  tenant_id   uuid not null,
  id          uuid not null,
  user_id     uuid not null,                          -- who asked, and whose access scope applies
  kind        text not null,                          -- what is exported: messages, cognitive-events
  format      text not null check (format in ('csv', 'xlsx')),
  question    jsonb not null,                         -- the parameters of the list
  scope       jsonb,                                  -- [{ channels, groupIds | 'all' }]: who sees less now does not get the file
  file_name   text not null,
  state       text not null default 'queued' check (state in ('queued', 'running', 'done', 'failed', 'cancelled')),
  attempts    smallint not null default 0,
  put_off     smallint not null default 0,            -- of those, ended for want of a database or a place for the file
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
select tenant_table('export', 'select, insert, update (scope, state, attempts, put_off, lease_until, rows_done,
  rows_total, columns, as_of, size_bytes, sha256, problem, finished_at)');
select read_by_functions('export', 'directory');

-- Imports of people from files: one row per import, one per row of its file with what became of it.
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
  mapped_by      uuid,                                  -- the next file of the same person begins with that
  version        integer not null default 1,            -- how often it was mapped: whoever starts it names what they saw
  settings       jsonb not null default '{}',
  state          text not null check (state in
    ('draft', 'checking', 'checked', 'queued', 'running', 'done', 'failed', 'cancelled', 'undoing', 'undone')),
  rows_total     integer not null,
  rows_done      integer not null default 0,            -- the cursor: rows up to here have their outcome
  counts         jsonb not null default '{}',           -- outcome: rows
  undo_counts    jsonb not null default '{}',
  attempts       smallint not null default 0,
  taken          integer not null default 0,            -- how often a worker took it, over all it went through: its fence
  lease_until    timestamptz,
  problem        text,
  created_at     timestamptz not null,
  finished_at    timestamptz,
  mails_due      integer not null default 0,            -- invitations that still have to be written
  primary key (tenant_id, id),
  foreign key (tenant_id, user_id) references tenant_user (tenant_id, id) on delete cascade,
  foreign key (tenant_id, mapped_by) references tenant_user (tenant_id, id) on delete set null (mapped_by)
);
create index import_due on import (tenant_id, created_at) where state in ('checking', 'queued', 'running', 'undoing') or mails_due > 0;
create index import_by_time on import (tenant_id, created_at desc, id desc);
select tenant_table('import', 'select, insert, update (user_id, user_name, mapping, mapped_by, version, settings,
  state, rows_done, counts, undo_counts, attempts, taken, lease_until, problem, finished_at, mails_due)');
select read_by_functions('import', 'directory');

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
select tenant_table('import_row', 'select, insert, update (row_key, outcome, reason, target_id, version, before,
  mail_due, undone, undo_note)');

-- What waits to be sent, and a receipt of what was. The text is sealed, and erased once it is sent or given up.
create table mail (
  tenant_id      uuid not null,
  id             uuid not null,                       -- also names it on its way: the same each time it is tried
  kind           text not null check (kind in ('invitation', 'code', 'notice', 'notification', 'test')),
  recipient      text not null,
  subject        text not null,
  text_sealed    bytea,                               -- null: sent, or given up
  dedupe_key     text,                                -- a second mail of the same key is none
  reference_kind text,                                -- what it tells of
  reference_id   text,
  state          text not null default 'queued' check (state in ('queued', 'sending', 'sent', 'failed')),
  attempts       smallint not null default 0,
  due_at         timestamptz not null,
  lease_until    timestamptz,                         -- a worker that does not report by then was cut off
  useless_from   timestamptz,                         -- a code that has run out is not sent any more
  reason         text,                                -- why the last try did not succeed
  created_at     timestamptz not null,
  finished_at    timestamptz,
  primary key (tenant_id, id),
  unique (tenant_id, dedupe_key),
  check (state in ('sent', 'failed') or text_sealed is not null)
);
-- The order in which mails are taken: what somebody waits for leaves before what many are told.
create index mail_unfinished on mail (tenant_id, (kind in ('invitation', 'notification')), due_at)
  where state in ('queued', 'sending');
create index mail_by_reference on mail (tenant_id, reference_kind, reference_id, id desc);
create index mail_by_time on mail (tenant_id, id desc);
select tenant_table('mail', 'select, insert, update (text_sealed, state, attempts, due_at, lease_until, reason,
  finished_at), delete');
select read_by_functions('mail', 'directory');
