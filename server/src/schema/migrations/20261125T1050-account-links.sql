-- Links by which the owner of an account links it. A new table, and a trigger that touches only its rows, so nothing waits. The
-- previous release makes no links; what it connects or removes ends those of a newer one.

create table account_link (
  tenant_id  uuid not null,
  id         uuid not null,
  account_id uuid not null,
  token_hash bytea not null,
  sent_to    text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at    timestamptz,                             -- the account was connected
  ended_at   timestamptz,                             -- another one was sent, or the account is being removed
  primary key (tenant_id, id),
  unique (tenant_id, token_hash),
  foreign key (tenant_id, account_id) references channel_account (tenant_id, id) on delete cascade
);
create index account_link_of_account on account_link (tenant_id, account_id, id desc);
select tenant_table('account_link', 'select, insert, delete, update (used_at, ended_at)');

create trigger end_account_links after update of status, request, removed_at on channel_account
  for each row when (
    new.status = 'active' and old.status <> 'active'
    or new.request = 'delete' and old.request is distinct from 'delete'
    or new.removed_at is not null and old.removed_at is null
  ) execute function end_account_links();
