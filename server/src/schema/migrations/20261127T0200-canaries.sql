-- Test messages that are sent to accounts on a schedule. A new table, and a kind of gap; the check of account_gap is replaced,
-- which reads its few rows once. The previous release does not know them: it sends none, and shows a gap of the new kind as one in
-- which Verbatim itself did not run.

create table account_canary (
  tenant_id     uuid not null,
  account_id    uuid not null,
  every_minutes integer not null check (every_minutes between 15 and 1440),
  sender        text,                                 -- the number it is sent from; null: the mail server sends it
  due_at        timestamptz not null,                 -- when the next is sent, or the last one is missing
  state         text not null default 'new' check (state in ('new', 'sending', 'waiting', 'arrived', 'missing', 'not-sent')),
  reference     text,                                 -- in the text of the last one
  sent_at       timestamptz,
  problem       text,                                 -- why the last one could not be sent
  arrived_at    timestamptz,                          -- the last one that arrived
  took_ms       integer,
  primary key (tenant_id, account_id),
  foreign key (tenant_id, account_id) references channel_account (tenant_id, id) on delete cascade
);
create index account_canary_due on account_canary (tenant_id, due_at);
select tenant_table('account_canary', 'select, insert, delete,
  update (every_minutes, sender, due_at, state, reference, sent_at, problem, arrived_at, took_ms)');
select read_by_functions('account_canary', 'directory');

alter table account_gap drop constraint account_gap_kind_check;
alter table account_gap add constraint account_gap_kind_check check (kind in ('disconnected', 'silent', 'canary'));
