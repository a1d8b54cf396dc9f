-- The audit trail, filtered, sorted and searched at a million events. As for messages: row-level security would keep the
-- word index from being used, so these functions put the tenant's condition in themselves, refuse to run without a
-- tenant, and give nothing but ids: rows are read by the caller, under row-level security.

-- { filter, words } as the condition of a query over `audit_event e`, tenant first.
create or replace function audited_where(tenant uuid, question jsonb) returns text
  language plpgsql stable set search_path = pg_catalog, public as $$
declare
  clause text := format('e.tenant_id = %L::uuid', tenant);
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
  language plpgsql immutable set search_path = pg_catalog, public as $$
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
  language plpgsql stable security definer set search_path = pg_catalog, public as $$
begin
  return query execute format('select e.id from public.audit_event e where %s order by %s limit %s offset %s',
    public.audited_where(public.searched_tenant(), question), public.audited_order(question -> 'sort'),
    (question ->> 'limit')::bigint, (question ->> 'skip')::bigint);
end $$;

-- How many answer a question; no more than `most`, where that is given.
create or replace function count_audit_events(question jsonb, most bigint default null) returns bigint
  language plpgsql stable security definer set search_path = pg_catalog, public as $$
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
  language plpgsql stable security definer set search_path = pg_catalog, public as $$
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
  language plpgsql security definer set search_path = pg_catalog, public as $$
declare
  found refcursor := 'opened_audit_events';
begin
  open found no scroll for execute format('select e.id from public.audit_event e where %s order by %s limit %s offset %s',
    public.audited_where(public.searched_tenant(), question), public.audited_order(question -> 'sort'),
    coalesce(question ->> 'limit', 'all'), coalesce(question ->> 'skip', '0'));
  return found;
end $$;
