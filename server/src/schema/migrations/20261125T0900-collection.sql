-- Accounts whose messages Verbatim collects itself, over a connection that one process holds. New tables, and a column that is
-- null, so nothing waits. The previous release does not know them, and collects nothing.

alter table channel_account
  add column source_id uuid,                          -- the account through which this one's messages arrive
  add foreign key (tenant_id, source_id) references channel_account (tenant_id, id),
  add check (source_id <> id);
create index channel_account_of_source on channel_account (tenant_id, source_id, address) where source_id is not null;
grant update (source_id) on channel_account to verbatim_app;

create table account_session (
  tenant_id    uuid not null,
  account_id   uuid not null,
  holder       text,                                  -- the process that has the connection
  held_until   timestamptz,
  is_linked    boolean not null default false,        -- its connection was open since it was linked last
  cursor       jsonb,
  step         jsonb,                                 -- what the owner does now
  wanted_until timestamptz,                           -- someone waits for a step
  wanted_kind  text check (wanted_kind in ('qr', 'code', 'open')),
  attempts     smallint not null default 0,
  try_after    timestamptz not null default '1970-01-01 00:00:00+00',
  primary key (tenant_id, account_id),
  foreign key (tenant_id, account_id) references channel_account (tenant_id, id) on delete cascade
);
select tenant_table('account_session',
  'select, insert, delete, update (holder, held_until, is_linked, cursor, step, wanted_until, wanted_kind, attempts, try_after)');

select read_by_functions('account_session', 'collections_everywhere');
-- What a connection must remember, such as the keys of a linked device: sealed, because whoever has them is the account.
create table account_key (
  tenant_id  uuid not null,
  name       text not null,                           -- account, type and ID
  account_id uuid not null,
  sealed     bytea not null,
  primary key (tenant_id, name),
  foreign key (tenant_id, account_id) references channel_account (tenant_id, id) on delete cascade
);
create index account_key_of_account on account_key (tenant_id, account_id);
select tenant_table('account_key', 'select, insert, delete, update (sealed)');

-- Names under which deliveries of a source mean one of its accounts.
create table account_route (
  tenant_id  uuid not null,
  source_id  uuid not null,
  route      text not null,
  account_id uuid not null,
  primary key (tenant_id, source_id, route),
  foreign key (tenant_id, source_id) references channel_account (tenant_id, id) on delete cascade,
  foreign key (tenant_id, account_id) references channel_account (tenant_id, id) on delete cascade
);
create index account_route_of_account on account_route (tenant_id, account_id);
select tenant_table('account_route', 'select, insert, delete, update (account_id)');
