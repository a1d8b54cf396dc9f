-- What people of the organization promised by a day, one row for each message that promises something. New tables. Workers fill them from
-- the messages of the last months, organization by organization, and capture adds new ones. The previous release does not know them.

-- The owner sees no rows of a tenant otherwise.
alter table organization no force row level security;

create table promise (
  tenant_id  uuid not null,
  message_id uuid not null,
  due_on     date not null,                           -- the promised day
  due_at     timestamptz not null,                    -- its last millisecond, where the organization is
  deed       text not null,                           -- a digest of the sentence without its day
  primary key (tenant_id, message_id)
);
create index promise_by_day on promise (tenant_id, due_at);

-- Organizations whose earlier messages are read for promises, and how far.
create table promise_reading (
  tenant_id  uuid primary key,
  due_at     timestamptz not null,
  read_to    timestamptz,                             -- the time of the last message that was read
  message_id uuid
);
create index promise_reading_next on promise_reading (due_at);
insert into promise_reading (tenant_id, due_at) select tenant_id, now() from organization;

select tenant_table('promise', 'select, insert, delete, update (due_on, due_at, deed)');
select tenant_table('promise_reading', 'select, insert, delete, update (due_at, read_to, message_id)');
select read_by_functions('promise', 'search_reads');
select read_by_functions('promise_reading', 'directory');

alter table organization force row level security;
