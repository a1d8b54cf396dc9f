-- The audit trail, filtered, sorted and searched at a million events. As for messages: row-level security would keep the
-- word index from being used, so these functions add the tenant's condition themselves, refuse to run without a
-- tenant, and return only ids: the caller reads the rows under row-level security.

create or replace function find_audit_events(question jsonb) returns setof uuid
  language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  return query execute format('select e.id from public.audit_event e where %s order by %s limit %s offset %s',
    public.audited_where(public.searched_tenant(), question), public.audited_order(question -> 'sort'),
    (question ->> 'limit')::bigint, (question ->> 'skip')::bigint);
end $$;

-- Counts the events that match a question, up to `most` if it is given.
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

-- A search for a word in the name of an event type ("sign" finds every sign-in) is counted by the index of types
-- first. If that count already reaches `most`, the word index is not read.
create or replace function count_audit_events_to(question jsonb, most bigint) returns bigint
  language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  found bigint;
begin
  -- { types }: the types whose names match the words. All their events match, so this is a lower bound.
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

-- Opens a cursor of this name over all matching ids, in the question's order, for this transaction.
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

-- The trail follows the reader's access scope: an event about a message, a conversation, an attachment, a
-- cognitive event, a contact, a group or an account stores the channel and groups that its target had when the event was
-- written. A trigger on the table calls this.
-- If the target no longer exists, only readers of all groups see the event.
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
      -- A personal contact is visible through the groups that it shares with its owner.
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
