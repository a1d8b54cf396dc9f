-- Through which account a person received before, and when: gaps of that one are gaps of theirs. Filled when an account comes back through
-- another one, so accounts that did so before have no former ones. A new table that names accounts, which wait for a moment; the previous
-- release does not know it.
create table account_former_source (
  tenant_id  uuid not null,
  account_id uuid not null,
  source_id  uuid not null,
  connected  tstzmultirange not null,     -- its connections through this source
  until      timestamptz not null,
  primary key (tenant_id, account_id, until),
  foreign key (tenant_id, account_id) references channel_account (tenant_id, id),
  foreign key (tenant_id, source_id) references channel_account (tenant_id, id)
);
select tenant_table('account_former_source', 'select, insert');
select append_only('account_former_source');
