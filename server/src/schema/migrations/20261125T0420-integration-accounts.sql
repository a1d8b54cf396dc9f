-- Accounts are connected, changed and removed in the product. Columns with constant defaults, so nothing waits but for the
-- index, which is built on a table with a row for each account. The previous release does not know the columns: it lists
-- removed accounts, and takes no delivery for them, because they are inactive.

alter table channel_account
  add column version          integer not null default 1,
  add column request          text check (request in ('connect', 'delete')),
  add column request_attempts smallint not null default 0,
  add column request_after    timestamptz not null default '1970-01-01 00:00:00+00',
  add column problem          text,
  add column secret_names     text[] not null default '{}',
  add column connected_at     timestamptz,            -- first; from then on its address is fixed
  add column removed_at       timestamptz,
  add check (removed_at is null or (status = 'inactive' and request is null));
create unique index channel_account_of_address on channel_account (tenant_id, channel, address) where removed_at is null;
create index channel_account_requested on channel_account (tenant_id, request_after, id) where request is not null;
grant update (name, address, owner_id, status, settings, secrets, secret_names, version, connected_at, request, request_attempts, request_after, problem,
  removed_at) on channel_account to verbatim_app;
