-- Whose an account was before, and until when: what was written then and comes later is theirs. Filled by each change of the owner, so
-- accounts that changed theirs before it have no former ones. A new table that names accounts, which wait for a moment; the previous
-- release does not know it.
create table account_former_owner (
  tenant_id  uuid not null,
  account_id uuid not null,
  owner_id   uuid,                        -- null: it was no one's then
  group_ids  uuid[] not null,             -- their groups at the end
  until      timestamptz not null,
  primary key (tenant_id, account_id, until),
  foreign key (tenant_id, account_id) references channel_account (tenant_id, id)
);
select tenant_table('account_former_owner', 'select, insert');
select append_only('account_former_owner');
