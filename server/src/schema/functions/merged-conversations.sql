-- Moves what belongs to a conversation to the one that it turned out to be, in one transaction. A message, who was in it and what
-- happened to it stay as they were captured; only the thread is another. Source: docs/decisions/0121-two-names-one-conversation.md.
create or replace function join_conversation() returns trigger
  language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare
  home uuid := new.merged_into;
begin
  update public.conversation set merged_into = home where tenant_id = new.tenant_id and merged_into = new.id;
  update public.conversation_alias set conversation_id = home where tenant_id = new.tenant_id and conversation_id = new.id;
  -- Its account may be another.
  insert into public.conversation_alias (tenant_id, account_id, alias, conversation_id)
    values (new.tenant_id, new.account_id, new.conversation_key, home) on conflict do nothing;
  insert into public.opening_due as known (tenant_id, conversation_id, first_at, last_at, due_at)
    select tenant_id, home, min(posted_at), max(posted_at), max(captured_at) + interval '30 seconds' from public.message
    where tenant_id = new.tenant_id and conversation_id = new.id group by tenant_id
    on conflict (tenant_id, conversation_id) do update
    set first_at = least(known.first_at, excluded.first_at), last_at = greatest(known.last_at, excluded.last_at);
  delete from public.opening_due where tenant_id = new.tenant_id and conversation_id = new.id;
  delete from public.opening where tenant_id = new.tenant_id and conversation_id = new.id;
  update public.message set conversation_id = home where tenant_id = new.tenant_id and conversation_id = new.id;
  update public.message_event set conversation_id = home where tenant_id = new.tenant_id and conversation_id = new.id;
  update public.cognitive_event set conversation_id = home where tenant_id = new.tenant_id and conversation_id = new.id;
  -- Of two people with one address, the one who is found by it has it now, and the other one had it before.
  insert into public.participant_former (tenant_id, conversation_id, address, until, user_id, contact_id)
    select tenant_id, home, address, until, user_id, contact_id from public.participant_former
    where tenant_id = new.tenant_id and conversation_id = new.id
    union all
    select lost.tenant_id, home, lost.address, public.address_passed_at(lost.tenant_id, lost.address, lost.contact_id, present.contact_id, lost.last_at),
      lost.user_id, lost.contact_id
    from public.participant lost join public.participant present on present.tenant_id = lost.tenant_id and present.address = lost.address
      and (lost.conversation_id, present.conversation_id) in ((home, new.id), (new.id, home))
    where lost.tenant_id = new.tenant_id and (lost.user_id is not null or lost.contact_id is not null)
      and (lost.user_id, lost.contact_id) is distinct from (present.user_id, present.contact_id)
      and not public.has_address(lost.tenant_id, lost.address, lost.user_id, lost.contact_id)
      and public.has_address(present.tenant_id, present.address, present.user_id, present.contact_id)
    on conflict do nothing;
  insert into public.participant as known (tenant_id, conversation_id, address, kind, display_name, user_id, contact_id, first_at, last_at,
    only_listed)
    select tenant_id, home, address, kind, display_name, user_id, contact_id, first_at, last_at, only_listed from public.participant
    where tenant_id = new.tenant_id and conversation_id = new.id
    on conflict (tenant_id, conversation_id, address) do update
    set display_name = coalesce(known.display_name, excluded.display_name),
      (user_id, contact_id) = (select case when is_passed then excluded.user_id else coalesce(known.user_id, excluded.user_id) end,
        case when is_passed then excluded.contact_id else coalesce(known.contact_id, excluded.contact_id) end
        from (select not public.has_address(known.tenant_id, known.address, known.user_id, known.contact_id)
          and public.has_address(excluded.tenant_id, excluded.address, excluded.user_id, excluded.contact_id) as is_passed) asked),
      first_at = least(known.first_at, excluded.first_at),
      last_at = greatest(known.last_at, excluded.last_at), only_listed = known.only_listed and excluded.only_listed;
  insert into public.conversation_day as known (tenant_id, day, conversation_id, author, direction, group_ids, channel,
    author_user_id, author_contact_id, messages, first_at, last_at)
    select tenant_id, day, home, author, direction, group_ids, channel, author_user_id, author_contact_id, messages, first_at, last_at
    from public.conversation_day where tenant_id = new.tenant_id and conversation_id = new.id
    on conflict (tenant_id, day, conversation_id, author, direction, group_key) do update
    set messages = known.messages + excluded.messages, first_at = least(known.first_at, excluded.first_at),
      last_at = greatest(known.last_at, excluded.last_at);
  delete from public.conversation_day where tenant_id = new.tenant_id and conversation_id = new.id;
  -- It is closed only if both were.
  update public.conversation set title = coalesce(title, new.title), message_count = message_count + new.message_count,
    first_at = least(first_at, new.first_at), last_at = greatest(last_at, new.last_at),
    group_ids = array(select distinct unnest(group_ids || new.group_ids)),
    closed_at = case when closed_at is not null and new.closed_at is not null then greatest(closed_at, new.closed_at) end,
    closed_reason = case when new.closed_at is not null then closed_reason end,
    closing_id = case when new.closed_at is not null then closing_id end
    where tenant_id = new.tenant_id and id = home;
  return null;
end $$;

-- What conversations turned out to be: in place of those that were merged, those that stand. The others are themselves.
create or replace function standing_conversations(tenant uuid, conversations uuid[]) returns uuid[]
  language sql stable security invoker set search_path = pg_catalog, public, pg_temp as $$
  select coalesce(array_agg(coalesce(shell.merged_into, given)), '{}') from unnest(conversations) given
    left join public.conversation shell on shell.tenant_id = tenant and shell.id = given
$$;

-- Messages of these conversations, or of what they turned out to be; null for tests without values.
create or replace function searched_conversation(tenant uuid, test text, conversations uuid[]) returns text
  language sql stable set search_path = pg_catalog, public, pg_temp as $$
  select case test
    when 'in'  then format('m.conversation_id = any(%L::uuid[])', standing_conversations(tenant, conversations))
    when 'nin' then format('m.conversation_id <> all(%L::uuid[])', standing_conversations(tenant, conversations))
  end
$$;
