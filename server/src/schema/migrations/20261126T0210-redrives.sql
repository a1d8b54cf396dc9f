-- Who retried quarantined records, and what came of it. A new table, and columns that are null, so nothing waits. The previous
-- release does not know them: a record that it quarantines again counts as accepted in its redrive.

create table redrive (
  tenant_id  uuid not null,
  id         uuid not null,
  account_id uuid not null,
  at         timestamptz not null,
  by_name    text not null,
  records    integer not null,
  failed     integer not null default 0,              -- that were quarantined again, and retried once more since
  primary key (tenant_id, id),
  foreign key (tenant_id, account_id) references channel_account (tenant_id, id) on delete cascade
);
create index redrive_of_account on redrive (tenant_id, account_id, at desc);
select tenant_table('redrive', 'select, insert, update (failed)');

alter table record_backlog add column redrive_id uuid;     -- the one that brought it back
create index record_backlog_redriven on record_backlog (tenant_id, redrive_id) where redrive_id is not null;
alter table quarantined_record add column redrive_id uuid; -- the last one that it failed
create index quarantined_record_redriven on quarantined_record (tenant_id, redrive_id) where redrive_id is not null;
create index quarantined_record_of_account on quarantined_record (tenant_id, account_id, quarantined_at desc);
