-- Counts of messages by day, kept by the table of messages: what Key Metrics are counted from. New tables, filled once from the
-- messages, and a column with a default. The previous release does not know them. Its messages are counted all the same, because
-- triggers count them; an organization that it founds has its days in UTC until its time zone is changed or rebuilt.

-- The owner sees no rows of a tenant otherwise. Nobody writes messages until the triggers stand.
alter table organization no force row level security;
alter table message no force row level security;

-- The zone whose days the counts have. Another zone of the organization counts anew: see `domains/metrics/rebuild.ts`.
alter table organization add column rollup_zone text not null default 'UTC';
update organization set rollup_zone = time_zone where time_zone in (select name from pg_timezone_names);
grant update (rollup_zone) on organization to verbatim_app;

-- Neither a system notice nor an automatic reply is counted: nobody said it. A set of groups is one value of the key, because a
-- person may be in a thousand of them.
create table message_rollup (
  tenant_id  uuid not null,
  day        date not null,
  channel    text not null,
  group_ids  uuid[] not null,
  group_key  bigint not null generated always as (hash_array_extended(group_ids, 0)) stored,
  direction  text not null,
  category   text not null,
  urgency    text not null,
  messages   integer not null,
  primary key (tenant_id, day, channel, group_key, direction, category, urgency)
) with (fillfactor = 70);

-- What one person said on one day of a conversation.
create table conversation_day (
  tenant_id         uuid not null,
  day               date not null,
  conversation_id   uuid not null,
  author            text not null,                    -- the id of the user or contact, otherwise the address
  direction         text not null,
  group_ids         uuid[] not null,
  group_key         bigint not null generated always as (hash_array_extended(group_ids, 0)) stored,
  channel           text not null,
  author_user_id    uuid,
  author_contact_id uuid,                             -- null for a user
  messages          integer not null,
  first_at          timestamptz not null,
  last_at           timestamptz not null,
  primary key (tenant_id, day, conversation_id, author, direction, group_key)
) with (fillfactor = 70);
create index conversation_day_of_author on conversation_day (tenant_id, author_user_id, day)
  where author_user_id is not null and direction = 'outbound';
create index conversation_day_of_conversation on conversation_day (tenant_id, conversation_id, day);

insert into message_rollup (tenant_id, day, channel, group_ids, direction, category, urgency, messages)
select message.tenant_id, (posted_at at time zone rollup_zone)::date, channel, group_ids, direction, category, urgency, count(*)
from message join organization on organization.tenant_id = message.tenant_id
where content_type <> 'system' and not 'autoReply' = any(flags)
group by 1, 2, 3, 4, 5, 6, 7;

insert into conversation_day (tenant_id, day, conversation_id, author, direction, group_ids, channel, author_user_id,
  author_contact_id, messages, first_at, last_at)
select message.tenant_id, (posted_at at time zone rollup_zone)::date, conversation_id,
  coalesce(author_user_id::text, author_contact_id::text, author_address), direction, group_ids, channel, author_user_id,
  case when author_user_id is null then author_contact_id end, count(*), min(posted_at), max(posted_at)
from message join organization on organization.tenant_id = message.tenant_id
where content_type <> 'system' and not 'autoReply' = any(flags)
group by 1, 2, 3, 4, 5, 6, 7, 8, 9;

select tenant_table('message_rollup', 'select, insert, delete, update (messages)');
select tenant_table('conversation_day', 'select, insert, delete, update (messages, first_at, last_at)');
create trigger roll_up_messages after insert on message referencing new table as fresh
  for each statement execute function roll_up_messages();
create trigger roll_up_changes after update of group_ids, category, urgency, content_type, flags on message
  for each row when (old.group_ids is distinct from new.group_ids or old.category <> new.category
    or old.urgency <> new.urgency or old.content_type <> new.content_type or old.flags <> new.flags)
  execute function roll_up_changes();

alter table message force row level security;
alter table organization force row level security;
