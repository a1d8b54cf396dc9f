-- What people of the organization promised by a day, one row for each message that promises something. A new table, filled from now on:
-- a promise of an earlier message is over within weeks. The previous release does not know it.

create table promise (
  tenant_id       uuid not null,
  message_id      uuid not null,
  conversation_id uuid not null,
  posted_at       timestamptz not null,
  due_at          timestamptz not null,               -- the last millisecond of the promised day, where the organization is
  primary key (tenant_id, message_id)
);
create index promise_by_day on promise (tenant_id, due_at);
select tenant_table('promise', 'select, insert, delete, update (due_at)');
select read_by_functions('promise', 'search_reads');
