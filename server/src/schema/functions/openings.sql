-- Openings: messages that begin a conversation after a pause, or a burst that waits for an answer. Triggers note which conversations
-- have changed, and a worker finds their openings a little later, many at once; until then figures look at the messages themselves.
-- Source: docs/decisions/0114-openings.md.

-- Finds the openings of conversations again between a first and a last time each, and what depends on them: the next message after,
-- and whether earlier bursts were answered. It looks 25 hours around, for a day may be that long.
create or replace function find_openings(its_tenant uuid, conversations uuid[], firsts timestamptz[], lasts timestamptz[])
  returns void language plpgsql security invoker set search_path = pg_catalog, public, pg_temp as $$
declare
  zone text := (select rollup_zone from public.organization where tenant_id = its_tenant);
begin
  if zone is null then return; end if;
  with span as (
    select asked.*, coalesce(directed.posted_at, said.posted_at, asked.last_at) as until
    from unnest(conversations, firsts, lasts) as asked (conversation_id, first_at, last_at)
    left join lateral (
      select posted_at from public.message where tenant_id = its_tenant and conversation_id = asked.conversation_id
        and posted_at > asked.last_at and posted_at <= asked.last_at + interval '25 hours'
        and {{isSaid message}}
      order by posted_at limit 1
    ) said on true
    left join lateral (
      select posted_at from public.message where tenant_id = its_tenant and conversation_id = asked.conversation_id
        and posted_at > asked.last_at and posted_at <= asked.last_at + interval '25 hours'
        and {{isSaid message}} and direction in ('inbound', 'outbound')
      order by posted_at limit 1
    ) directed on true
  ), candidate as (
    select span.conversation_id, said.*, true as is_asked from span cross join lateral (
      select id, posted_at, direction, channel, group_ids from public.message
      where tenant_id = its_tenant and conversation_id = span.conversation_id and posted_at between span.first_at and span.until
        and {{isSaid message}}
    ) said
    union
    select span.conversation_id, said.*, false from span cross join lateral (
      select id, posted_at, direction, channel, group_ids from public.message
      where tenant_id = its_tenant and conversation_id = span.conversation_id
        and posted_at < span.first_at and posted_at >= span.first_at - interval '25 hours'
        and {{isSaid message}}
      order by posted_at desc, id desc limit 1
    ) said
    union
    select span.conversation_id, said.*, false from span cross join lateral (
      select id, posted_at, direction, channel, group_ids from public.message
      where tenant_id = its_tenant and conversation_id = span.conversation_id
        and posted_at < span.first_at and posted_at >= span.first_at - interval '25 hours'
        and {{isSaid message}} and direction in ('inbound', 'outbound')
      order by posted_at desc, id desc limit 1
    ) said
  ), compared as (
    select candidate.*, lag(posted_at) over (partition by conversation_id order by posted_at, id) as before_at,
      lag(direction) over directed as previous, lag(posted_at) over directed as previous_at
    from candidate
    window directed as (partition by conversation_id, direction in ('inbound', 'outbound') order by posted_at, id)
  ), found as (
    select * from (
      select compared.*, coalesce(posted_at - before_at > interval '24 hours'
          and (posted_at at time zone zone)::date > (before_at at time zone zone)::date, true) as opens_conversation,
        direction = 'inbound' and (previous is distinct from 'inbound' or posted_at - previous_at > interval '24 hours') as opens_burst
      from compared where is_asked
    ) opened where opens_conversation or opens_burst
  ), kept as (
    insert into public.opening as known (tenant_id, conversation_id, posted_at, message_id, channel, group_ids, opens_conversation,
      opens_burst, answered_at)
    select its_tenant, conversation_id, posted_at, id, channel, group_ids, opens_conversation, opens_burst,
      case when opens_burst then public.answered_at(its_tenant, conversation_id, posted_at, id) end
    from found order by conversation_id, posted_at, id
    on conflict (tenant_id, conversation_id, posted_at, message_id) do update
    set group_ids = excluded.group_ids, opens_conversation = excluded.opens_conversation,
      opens_burst = excluded.opens_burst, answered_at = excluded.answered_at
    where (known.group_ids, known.opens_conversation, known.opens_burst, known.answered_at)
      is distinct from (excluded.group_ids, excluded.opens_conversation, excluded.opens_burst, excluded.answered_at)
  )
  delete from public.opening using span
  where opening.tenant_id = its_tenant and opening.conversation_id = span.conversation_id
    and opening.posted_at between span.first_at and span.until
    and not exists (select from found where found.id = opening.message_id);

  update public.opening set answered_at = answer.answered_at
  from unnest(conversations, firsts) as asked (conversation_id, first_at)
  cross join lateral (
    select waiting.posted_at, waiting.message_id, waiting.answered_at as known_at,
      public.answered_at(its_tenant, waiting.conversation_id, waiting.posted_at, waiting.message_id)
    from public.opening waiting
    where waiting.tenant_id = its_tenant and waiting.conversation_id = asked.conversation_id and waiting.opens_burst
      and waiting.posted_at < asked.first_at and waiting.posted_at >= asked.first_at - interval '7 days'
      and (waiting.answered_at is null or waiting.answered_at >= asked.first_at)
  ) answer
  where opening.tenant_id = its_tenant and opening.conversation_id = asked.conversation_id
    and opening.posted_at = answer.posted_at and opening.message_id = answer.message_id
    and answer.known_at is distinct from answer.answered_at;
end $$;

-- When a burst was answered: the first message that was sent after its start, within 7 days.
create or replace function answered_at(its_tenant uuid, its_conversation uuid, started_at timestamptz, its_message uuid)
  returns timestamptz language sql stable security invoker set search_path = pg_catalog, public, pg_temp as $$
  select posted_at from public.message
  where tenant_id = its_tenant and conversation_id = its_conversation and direction = 'outbound'
    and posted_at >= started_at and posted_at <= started_at + interval '7 days' and (posted_at, id) > (started_at, its_message)
    and {{isSaid message}}
  order by posted_at limit 1
$$;

-- Notes the conversations of new messages, whose openings are to be found.
create or replace function open_additions() returns trigger
  language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  insert into public.opening_due as known (tenant_id, conversation_id, first_at, last_at, due_at)
    select tenant_id, conversation_id, min(posted_at), max(posted_at), min(captured_at) + interval '30 seconds' from fresh
    where {{isSaid fresh}} group by 1, 2 order by 1, 2
    on conflict (tenant_id, conversation_id) do update
    set first_at = least(known.first_at, excluded.first_at), last_at = greatest(known.last_at, excluded.last_at)
    where excluded.first_at < known.first_at or excluded.last_at > known.last_at;
  return null;
end $$;

-- Notes the conversation of a message that reached further groups, left the organization after all, or was read again.
create or replace function open_changes() returns trigger
  language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  insert into public.opening_due as known (tenant_id, conversation_id, first_at, last_at, due_at)
    values (new.tenant_id, new.conversation_id, new.posted_at, new.posted_at,
      greatest(new.captured_at, transaction_timestamp()) + interval '30 seconds')
    on conflict (tenant_id, conversation_id) do update
    set first_at = least(known.first_at, excluded.first_at), last_at = greatest(known.last_at, excluded.last_at)
    where excluded.first_at < known.first_at or excluded.last_at > known.last_at;
  return null;
end $$;
