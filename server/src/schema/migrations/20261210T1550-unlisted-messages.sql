-- Messages that we have and the list of their provider lacks, and whether the provider has them under their IDs. A new table that names
-- messages, which wait for a moment. The previous release does not know it, and compares one way.
create table unlisted_message (
  tenant_id  uuid not null,
  message_id uuid not null,
  account_id uuid not null,                           -- the message's
  found_at   timestamptz not null,
  asked_at   timestamptz,                             -- when the provider was last asked about it
  is_gone    boolean,                                 -- it has none under its ID; null: not known yet
  primary key (tenant_id, message_id),
  foreign key (tenant_id, message_id) references message (tenant_id, id),
  check (asked_at is not null or is_gone is null)
);
create index unlisted_message_by_account on unlisted_message (tenant_id, account_id, is_gone, asked_at);
select tenant_table('unlisted_message', 'select, insert, update (found_at, asked_at, is_gone)');
