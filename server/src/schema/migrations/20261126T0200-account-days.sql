-- What each account received on each day of UTC. A new table, filled once from the records: how many repetitions arrived before
-- is not known by day, and stays null. The previous release does not know it: what it receives while both run counts for
-- the account and for no day.

create table account_day (
  tenant_id  uuid not null,
  account_id uuid not null,
  day        date not null,
  kept       bigint not null,                         -- records, also those in quarantine
  duplicate  bigint,                                  -- null: not counted
  primary key (tenant_id, account_id, day),
  foreign key (tenant_id, account_id) references channel_account (tenant_id, id) on delete cascade
);

-- The owner sees no rows of a tenant otherwise.
alter table message_record no force row level security;
alter table channel_account no force row level security;
insert into account_day (tenant_id, account_id, day, kept)
select record.tenant_id, record.account_id, (record.received_at at time zone 'UTC')::date, count(*)
from message_record record
join channel_account account on account.tenant_id = record.tenant_id and account.id = record.account_id
group by 1, 2, 3;
alter table message_record force row level security;
alter table channel_account force row level security;

select tenant_table('account_day', 'select, insert, update (kept, duplicate)');
