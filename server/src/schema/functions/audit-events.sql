-- The audit trail, filtered, sorted and searched at a million events. As for messages: row-level security would keep the
-- word index from being used, so these functions put the tenant's condition in themselves, refuse to run without a
-- tenant, and give nothing but ids: rows are read by the caller, under row-level security.

-- The scope as a condition over `audit_event e`: an array of { channels, groupIds }, where null means all.
create or replace function audited_scope(scope jsonb) returns text
  language plpgsql immutable set search_path = pg_catalog, public, pg_temp as $$
declare
  clause text := '(e.channel is null and e.group_ids is null)';
  given jsonb;
begin
  for given in select * from jsonb_array_elements(scope) loop
    if jsonb_typeof(given -> 'channels') = 'null' and jsonb_typeof(given -> 'groupIds') = 'null' then
      return 'true';
    end if;
    clause := clause || ' or (' || concat_ws(' and ',
      case when jsonb_typeof(given -> 'channels') = 'array' then format('(e.channel is null or e.channel = any(%L::text[]))',
        array(select jsonb_array_elements_text(given -> 'channels'))) end,
      case when jsonb_typeof(given -> 'groupIds') = 'array' then format('(e.group_ids is null or e.group_ids && %L::uuid[])',
        array(select jsonb_array_elements_text(given -> 'groupIds'))) end) || ')';
  end loop;
  return clause;
end $$;

-- { scope, filter, words } as the condition of a query over `audit_event e`, tenant first.
create or replace function audited_where(tenant uuid, question jsonb) returns text
  language plpgsql stable set search_path = pg_catalog, public, pg_temp as $$
declare
  clause text := format('e.tenant_id = %L::uuid and (%s)', tenant, public.audited_scope(question -> 'scope'));
  condition jsonb;
  expression text;
  type text;
  part text;
begin
  for condition in select * from jsonb_array_elements(question -> 'filter') loop
    type := 'text';
    case condition ->> 'field'
      when 'date'      then expression := 'e.at'; type := 'timestamptz';
      when 'eventType' then expression := 'e.type';
      when 'user'      then expression := 'e.actor_id'; type := 'uuid';
      when 'target'    then expression := 'e.target_id';
      when 'requestId' then expression := 'e.request_id';
      else raise exception 'Audit events have no field %', condition ->> 'field' using errcode = 'invalid_parameter_value';
    end case;
    part := public.searched_test(expression, type, condition ->> 'test',
      array(select jsonb_array_elements_text(condition -> 'values')));
    if part is null then
      raise exception 'Audit events cannot be tested so: %', condition ->> 'test' using errcode = 'invalid_parameter_value';
    end if;
    clause := clause || ' and (' || part || ')';
  end loop;
  if question ->> 'words' is not null then
    clause := clause || format(' and public.audit_words(e.actor_name, e.target_name, e.type, e.address) @@ %L::tsquery',
      question ->> 'words');
  end if;
  return clause;
end $$;

-- [{ field, direction }] as an order; what it leaves open is newest first.
create or replace function audited_order(sort jsonb) returns text
  language plpgsql immutable set search_path = pg_catalog, public, pg_temp as $$
declare
  key jsonb;
  direction text;
  keys text := '';
begin
  for key in select * from jsonb_array_elements(sort) loop
    direction := case key ->> 'direction' when 'asc' then 'asc' else 'desc' end;
    case key ->> 'field'
      when 'date'      then return keys || format('e.at %1$s, e.id %1$s', direction);
      when 'eventType' then keys := keys || format('e.type %s, ', direction);
      when 'user'      then keys := keys || format('e.actor_name %s, ', direction);
      else raise exception 'Audit events are not sorted by %', key ->> 'field' using errcode = 'invalid_parameter_value';
    end case;
  end loop;
  return keys || 'e.at desc, e.id desc';
end $$;

create or replace function find_audit_events(question jsonb) returns setof uuid
  language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  return query execute format('select e.id from public.audit_event e where %s order by %s limit %s offset %s',
    public.audited_where(public.searched_tenant(), question), public.audited_order(question -> 'sort'),
    (question ->> 'limit')::bigint, (question ->> 'skip')::bigint);
end $$;

-- How many answer a question; no more than `most`, where that is given.
create or replace function count_audit_events(question jsonb, most bigint default null) returns bigint
  language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  clause text := public.audited_where(public.searched_tenant(), question);
  found bigint;
begin
  execute format('select count(*) from (select from public.audit_event e where %s limit %s) counted',
    clause, coalesce(most::text, 'all')) into found;
  return found;
end $$;

-- A search for a word that is in the name of a kind of act ("sign" finds every sign-in) is counted by the index of kinds
-- first: where that alone reaches the most that is counted, the index of words is not read at all.
create or replace function count_audit_events_to(question jsonb, most bigint) returns bigint
  language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  found bigint;
begin
  -- { types }: those whose own names answer the words. Every act of them does, so this is a lower bound.
  if jsonb_array_length(question -> 'types') > 0 then
    execute format('select count(*) from (select from public.audit_event e where %s and e.type = any(%L::text[]) limit %s) counted',
      public.audited_where(public.searched_tenant(), question - 'words'),
      array(select jsonb_array_elements_text(question -> 'types')), most) into found;
    if found >= most then
      return found;
    end if;
  end if;
  return public.count_audit_events(question, most);
end $$;

-- All the ids that answer a question, in its order, to be fetched from the cursor of this name in this transaction.
create or replace function open_audit_events(question jsonb) returns refcursor
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  found refcursor := 'opened_audit_events';
begin
  open found no scroll for execute format('select e.id from public.audit_event e where %s order by %s limit %s offset %s',
    public.audited_where(public.searched_tenant(), question), public.audited_order(question -> 'sort'),
    coalesce(question ->> 'limit', 'all'), coalesce(question ->> 'skip', '0'));
  return found;
end $$;

-- Reading the trail follows the reader's access scope: an event about a message, a conversation, an attachment, a
-- cognitive event, a contact, a group or an account carries the channel and the groups that this had when the event was
-- written. The table calls this by a trigger.
-- What cannot be found any more is for readers of all groups only.
create or replace function audit_reach() returns trigger
  language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare
  target uuid;
begin
  if new.group_ids is not null or new.target_id is null or new.target_kind not in
      ('message', 'conversation', 'attachment', 'cognitive-event', 'contact', 'conversation_group', 'account')
  then
    return new;
  end if;
  target := new.target_id::uuid;
  case new.target_kind
    when 'message' then
      select m.channel, m.group_ids into new.channel, new.group_ids
      from message m where m.tenant_id = new.tenant_id and m.id = target;
    when 'attachment' then
      select m.channel, m.group_ids into new.channel, new.group_ids
      from attachment a join message m on m.tenant_id = a.tenant_id and m.id = a.message_id
      where a.tenant_id = new.tenant_id and a.id = target;
    when 'conversation' then
      select c.channel, c.group_ids into new.channel, new.group_ids
      from conversation c where c.tenant_id = new.tenant_id and c.id = target;
    when 'cognitive-event' then
      select e.channel, e.group_ids into new.channel, new.group_ids
      from cognitive_event e where e.tenant_id = new.tenant_id and e.id = target;
    when 'conversation_group' then
      new.group_ids := array[target];
    when 'contact' then
      -- A personal contact is seen through the groups that it shares with its owner.
      select array(
        select l.group_id from conversation_group_contact l
        where l.tenant_id = p.tenant_id and l.contact_id = p.id and (p.share_level = 'global' or exists (
          select from conversation_group_member o
          where o.tenant_id = l.tenant_id and o.group_id = l.group_id and o.user_id = p.owner_id))) into new.group_ids
      from contact p where p.tenant_id = new.tenant_id and p.id = target;
    when 'account' then
      -- An account without an owner carries messages of any group.
      select a.channel, case when a.owner_id is not null then array(
        select o.group_id from conversation_group_member o
        where o.tenant_id = a.tenant_id and o.user_id = a.owner_id) end into new.channel, new.group_ids
      from channel_account a where a.tenant_id = new.tenant_id and a.id = target;
      return new;
  end case;
  new.group_ids := coalesce(new.group_ids, '{}');
  return new;
end $$;
