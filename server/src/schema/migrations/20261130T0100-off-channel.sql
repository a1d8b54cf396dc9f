-- Messages that mention to go on elsewhere, one row for each. New tables. Workers fill them from all earlier messages, organization by
-- organization, and capture adds new ones. The previous release does not know them: the workers wait
-- an hour, in which its nodes end.

-- The owner sees no rows of a tenant otherwise.
alter table organization no force row level security;

create table off_channel_mention (
  tenant_id  uuid not null,
  message_id uuid not null,
  way        text not null check (way in ('app', 'private', 'mail', 'unwritten')),
  primary key (tenant_id, message_id)
);

-- Organizations whose earlier messages are read for mentions, and how far.
create table off_channel_reading (
  tenant_id  uuid primary key,
  due_at     timestamptz not null,
  read_to    timestamptz,                             -- the time of the last message that was read
  message_id uuid
);
create index off_channel_reading_next on off_channel_reading (due_at);
insert into off_channel_reading (tenant_id, due_at) select tenant_id, now() + interval '1 hour' from organization;

select tenant_table('off_channel_mention', 'select, insert, delete, update (way)');
select tenant_table('off_channel_reading', 'select, insert, delete, update (due_at, read_to, message_id)');
select read_by_functions('off_channel_mention', 'search_reads');
select read_by_functions('off_channel_reading', 'directory');

alter table organization force row level security;
