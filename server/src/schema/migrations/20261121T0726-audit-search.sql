-- The audit trail, filtered, sorted and searched at a million events. As for messages: row-level security would keep the
-- word index from being used, so these functions put the tenant's condition in themselves, refuse to run without a
-- tenant, and give nothing but ids: rows are read by the caller, under row-level security.
-- New functions, a policy and indexes: `create index` blocks writes to audit_event while it builds. Safe with the
-- previous release.

grant select on audit_event to verbatim_search;
create policy search_reads on audit_event for select to verbatim_search using (true);

-- What an event is found by: who, what was acted on, the kind of act, and from where.
create function audit_words(actor text, target text, type text, address text) returns tsvector
  language sql immutable set search_path = pg_catalog as $$
  select to_tsvector('simple'::regconfig, lower(translate(
    concat_ws(' ', actor, target, type, address), '_-./@:+()[]{}<>"''&|!*\,;', repeat(' ', 30))))
$$;
revoke execute on function audit_words(text, text, text, text) from public;
grant execute on function audit_words(text, text, text, text) to verbatim_app, verbatim_search;

create index audit_event_words on audit_event
  using gin (audit_words(actor_name, target_name, type, address)) with (fastupdate = off);
create index audit_event_by_type_down on audit_event (tenant_id, type desc, at desc, id desc);
create index audit_event_by_name on audit_event (tenant_id, actor_name, at desc, id desc);
create index audit_event_by_name_down on audit_event (tenant_id, actor_name desc, at desc, id desc);
create index audit_event_by_request on audit_event (tenant_id, request_id) where request_id is not null;

-- { filter, words } as the condition of a query over `audit_event e`, tenant first.
create function audited_where(tenant uuid, question jsonb) returns text
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
create function audited_order(sort jsonb) returns text
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

create function find_audit_events(question jsonb) returns setof uuid
  language plpgsql stable security definer set search_path = pg_catalog, public as $$
begin
  return query execute format('select e.id from public.audit_event e where %s order by %s limit %s offset %s',
    public.audited_where(public.searched_tenant(), question), public.audited_order(question -> 'sort'),
    (question ->> 'limit')::bigint, (question ->> 'skip')::bigint);
end $$;

-- How many answer a question; no more than `most`, where that is given.
create function count_audit_events(question jsonb, most bigint default null) returns bigint
  language plpgsql stable security definer set search_path = pg_catalog, public as $$
declare
  clause text := public.audited_where(public.searched_tenant(), question);
  found bigint;
begin
  execute format('select count(*) from (select from public.audit_event e where %s limit %s) counted',
    clause, coalesce(most::text, 'all')) into found;
  return found;
end $$;

-- All the ids that answer a question, in its order, to be fetched from the cursor of this name in this transaction.
create function open_audit_events(question jsonb) returns refcursor
  language plpgsql security definer set search_path = pg_catalog, public as $$
declare
  found refcursor := 'opened_audit_events';
begin
  open found no scroll for execute format('select e.id from public.audit_event e where %s order by %s limit %s offset %s',
    public.audited_where(public.searched_tenant(), question), public.audited_order(question -> 'sort'),
    coalesce(question ->> 'limit', 'all'), coalesce(question ->> 'skip', '0'));
  return found;
end $$;

do $$
declare f regprocedure;
begin
  foreach f in array array[
    'audited_where(uuid, jsonb)', 'audited_order(jsonb)', 'find_audit_events(jsonb)',
    'count_audit_events(jsonb, bigint)', 'open_audit_events(jsonb)']::regprocedure[]
  loop
    execute format('revoke execute on function %s from public', f);
    if f::text ~ '^(find|count|open)_audit' then
      execute format('grant execute on function %s to verbatim_app', f);
    end if;
    execute format('alter function %s owner to verbatim_search', f);
  end loop;
end $$;
