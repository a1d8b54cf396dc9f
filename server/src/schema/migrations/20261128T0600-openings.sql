-- The messages that open something: a conversation after a pause, or a burst that waits for an answer. Key Metrics count
-- conversations and response times from them. New tables, filled once from the messages. The previous release does not know them;
-- triggers note for its messages too what is to be found anew.

-- The owner sees no rows of a tenant otherwise. Nobody writes messages until the triggers stand.
alter table organization no force row level security;
alter table message no force row level security;

create table opening (
  tenant_id          uuid not null,
  conversation_id    uuid not null,
  posted_at          timestamptz not null,
  message_id         uuid not null,
  channel            text not null,
  group_ids          uuid[] not null,
  opens_conversation boolean not null,
  opens_burst        boolean not null,
  answered_at        timestamptz,                     -- of a burst: the first message that was sent within 7 days of its start
  primary key (tenant_id, conversation_id, posted_at, message_id)
);
create index opening_of_conversations on opening (tenant_id, posted_at) where opens_conversation;
create index opening_of_bursts on opening (tenant_id, posted_at) include (answered_at) where opens_burst;

-- Conversations whose openings are to be found anew, between the first and the last time of what has changed.
create table opening_due (
  tenant_id       uuid not null,
  conversation_id uuid not null,
  first_at        timestamptz not null,
  last_at         timestamptz not null,
  due_at          timestamptz not null,
  primary key (tenant_id, conversation_id)
) with (fillfactor = 70);
create index opening_due_next on opening_due (tenant_id, due_at);

insert into opening (tenant_id, conversation_id, posted_at, message_id, channel, group_ids, opens_conversation, opens_burst, answered_at)
select tenant_id, conversation_id, posted_at, id, channel, group_ids, opens_conversation, opens_burst,
  case when opens_burst and answered_at <= posted_at + interval '7 days' then answered_at end
from (
  select said.*, coalesce(posted_at - before_at > interval '24 hours'
      and (posted_at at time zone rollup_zone)::date > (before_at at time zone rollup_zone)::date, true) as opens_conversation,
    direction = 'inbound' and (previous is distinct from 'inbound' or posted_at - previous_at > interval '24 hours') as opens_burst
  from (
    select message.tenant_id, conversation_id, posted_at, id, channel, group_ids, direction, rollup_zone,
      lag(posted_at) over (partition by message.tenant_id, conversation_id order by posted_at, id) as before_at,
      lag(direction) over directed as previous, lag(posted_at) over directed as previous_at,
      min(posted_at) filter (where direction = 'outbound') over (partition by message.tenant_id, conversation_id
        order by posted_at desc, id desc rows between unbounded preceding and 1 preceding) as answered_at
    from message join organization on organization.tenant_id = message.tenant_id
    where content_type <> 'system' and not 'autoReply' = any(flags)
    window directed as (partition by message.tenant_id, conversation_id, direction in ('inbound', 'outbound') order by posted_at, id)
  ) said
) opening where opens_conversation or opens_burst order by posted_at; -- as later ones arrive

select tenant_table('opening', 'select, insert, delete, update (group_ids, opens_conversation, opens_burst, answered_at)');
select tenant_table('opening_due', 'select, insert, delete, update (first_at, last_at)');
select read_by_functions('opening_due', 'directory');
create trigger open_additions after insert on message referencing new table as fresh
  for each statement execute function open_additions();
create trigger open_changes after update of group_ids, content_type, flags on message
  for each row when (old.group_ids is distinct from new.group_ids or old.content_type <> new.content_type or old.flags <> new.flags)
  execute function open_changes();

alter table message force row level security;
alter table organization force row level security;
