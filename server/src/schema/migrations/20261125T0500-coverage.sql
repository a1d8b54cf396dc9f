-- What providers list is compared with what was stored, hour by hour. A new table, and columns that are null or constant, so
-- nothing waits. The previous release does not know them, and compares nothing.

alter table channel_account
  add column listed_until  timestamptz,               -- what the provider has up to then was compared
  add column list_after    timestamptz,               -- null: nothing is compared
  add column listed_from   timestamptz,               -- where its history began when it was compared
  add column listed_on     date,                      -- the last day on which the week before was compared again
  add column list_attempts smallint not null default 0;
create index channel_account_listed on channel_account (tenant_id, list_after, id) where list_after is not null;
grant update (listed_from, listed_until, listed_on, list_after, list_attempts) on channel_account to verbatim_app;

-- How many messages of an hour the provider has, and how many of them came by its list alone.
create table coverage_hour (
  tenant_id   uuid not null,
  account_id  uuid not null,
  hour        timestamptz not null,
  listed      integer not null,
  recovered   integer not null,
  compared_at timestamptz not null,                   -- up to then it was listed
  primary key (tenant_id, account_id, hour),
  foreign key (tenant_id, account_id) references channel_account (tenant_id, id) on delete cascade,
  check (recovered >= 0 and listed >= 0)
);
select tenant_table('coverage_hour', 'select, insert, update (listed, recovered, compared_at)');
