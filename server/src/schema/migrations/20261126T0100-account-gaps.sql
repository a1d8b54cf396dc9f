-- From when to when accounts may have missed messages, and who was notified when. A new table, and a column that is null, so nothing
-- waits. The previous release does not know them: it notes no gaps, and notifies nobody.

create table account_gap (
  tenant_id    uuid not null,
  id           uuid not null,
  account_id   uuid not null,
  kind         text not null check (kind in ('disconnected', 'silent')),
  problem      text,                                  -- why; null: Verbatim itself did not run
  began_at     timestamptz not null,
  ended_at     timestamptz,                           -- null: it lasts
  outcome      text check (outcome in ('compared', 'kept', 'lost', 'unknown', 'removed')),
  notify_at      timestamptz,                           -- when to look at it or to notify of it; null: never
  notified_at      timestamptz,                           -- that it began, first
  notified_problem text,
  warned_at    timestamptz,                           -- that the provider soon drops what it keeps
  mailed_at    timestamptz,                           -- last
  primary key (tenant_id, id),
  foreign key (tenant_id, account_id) references channel_account (tenant_id, id) on delete cascade,
  check (ended_at >= began_at),
  check (outcome is null or ended_at is not null)
);
create unique index account_gap_open on account_gap (tenant_id, account_id, kind) where ended_at is null;
create index account_gap_of_account on account_gap (tenant_id, account_id, began_at desc);
create index account_gap_due on account_gap (tenant_id, notify_at) where notify_at is not null;
select tenant_table('account_gap', 'select, insert, delete,
  update (problem, began_at, ended_at, outcome, notify_at, notified_at, notified_problem, warned_at, mailed_at)');
select read_by_functions('account_gap', 'directory');

alter table account_session add column ended_at timestamptz;  -- since then its connection is not open
grant update (ended_at) on account_session to verbatim_app;
