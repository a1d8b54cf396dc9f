-- Archiving by mail, in the background: what was captured before it was turned on is archived too, and a mail says each day what
-- became of the day's messages. A new table and a column, so nothing waits. The previous release does neither, and leaves both
-- to a worker of this one.

alter table archiving add column summary_recipients text[] not null default '{}';
grant update (summary_recipients) on archiving to verbatim_app;

create table archive_task (
  tenant_id   uuid not null,
  id          uuid not null default gen_random_uuid(),
  kind        text not null check (kind in ('back-fill', 'summary')),
  state       text not null default 'running' check (state in ('running', 'done', 'cancelled')),
  from_at     timestamptz,                            -- of a back-fill: captured from then on
  until_at    timestamptz,                            -- and before then
  members     boolean not null default false,         -- whether it has come to the changes of members
  after_at    timestamptz,                            -- the last message that it looked at
  after_id    uuid,                                   -- its id; or that of the last change of members
  total       integer not null default 0,             -- messages to look at
  looked      integer not null default 0,
  queued      integer not null default 0,
  day         date,                                   -- of a summary: the next one, in UTC
  attempts    integer not null default 0,
  takes       integer not null default 0,
  due_at      timestamptz not null,
  lease_until timestamptz,
  created_at  timestamptz not null,
  finished_at timestamptz,
  primary key (tenant_id, id)
);
create unique index archive_task_running on archive_task (tenant_id, kind) where state = 'running';
select tenant_table('archive_task', 'select, insert, update (state, members, after_at, after_id, looked, queued, day, attempts, takes,
  due_at, lease_until, finished_at)');
select read_by_functions('archive_task', 'directory');
