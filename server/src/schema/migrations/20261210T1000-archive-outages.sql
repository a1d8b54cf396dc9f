-- Times during which an archive took no mail, so that people are notified of them. A new table, so nothing waits. The previous release, while it
-- still runs, neither begins nor ends one: a worker of this one does at the next mail.

create table archive_outage (
  tenant_id   uuid not null,
  id          uuid not null,
  began_at    timestamptz not null,                   -- the first attempt that failed after a mail was taken
  failed_at   timestamptz,                            -- the last one; null: none since the settings were saved
  failures    integer not null default 1,             -- attempts that failed since then
  problem     text not null,
  answer      text,
  ended_at    timestamptz,                            -- the first mail that was taken afterwards
  taken       integer not null default 0,             -- mails since its end
  notify_at   timestamptz,                            -- when people are to be notified; null once they were notified of its end
  notified_at timestamptz,                            -- when people were last notified that it lasts
  notices     integer not null default 0,
  primary key (tenant_id, id)
);
create unique index archive_outage_current on archive_outage (tenant_id) where notify_at is not null;
-- Receivers that fail now: at the latest since the last failure. The next migration looks for older mails.
alter table archiving no force row level security;
insert into archive_outage (tenant_id, id, began_at, failed_at, failures, problem, answer, notify_at)
select tenant_id, gen_random_uuid(), problem_at, problem_at, greatest(failures, 1), problem, answer, now()
from archiving where mode <> 'off' and problem is not null and problem_at is not null and (paused_until is not null or problem = 'certificate');
alter table archiving force row level security;

select tenant_table('archive_outage', 'select, insert, delete,
  update (failed_at, failures, problem, answer, ended_at, taken, notify_at, notified_at, notices)');
select read_by_functions('archive_outage', 'directory');
