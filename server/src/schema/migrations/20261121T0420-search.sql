-- Lists and searches of messages. Row-level security would keep the word index from being used, because its operators
-- are not leakproof; so these functions, owned by a role that cannot sign in, put the tenant's condition in themselves
-- and refuse to run without one. They take the whole question, so that the planner can choose between the word index
-- and the time index, and give nothing but ids: rows are read by the caller, under row-level security.
-- New functions, a policy and indexes: `create index` blocks writes to message while it builds. Safe with the previous release.

grant select on message to verbatim_search;
create policy search_reads on message for select to verbatim_search using (true);

-- What lists are filtered by, each in the order of lists. Rare values first of all: a common one is met soon by time alone.
create index message_partly_searchable on message (tenant_id, posted_at desc) where search_partly;
create index message_by_category on message (tenant_id, category, posted_at desc, id desc);
create index message_by_channel  on message (tenant_id, channel, posted_at desc, id desc);
create index message_by_account  on message (tenant_id, account_id, posted_at desc, id desc);
create index message_by_author   on message (tenant_id, author_user_id, posted_at desc, id desc) where author_user_id is not null;
create index message_by_urgency  on message (tenant_id, urgency, posted_at desc, id desc) where urgency <> 'low';
create index message_deleted     on message (tenant_id, posted_at desc, id desc) where deleted_at is not null;
create index message_edited      on message (tenant_id, posted_at desc, id desc) where edited_at is not null;
create index message_by_group    on message using gin (group_ids);

-- The tenant of this transaction.
create function searched_tenant() returns uuid language plpgsql stable set search_path = pg_catalog, public as $$
declare
  tenant uuid := nullif(current_setting('app.tenant_id', true), '')::uuid;
begin
  if tenant is null then
    raise exception 'A search needs a tenant' using errcode = 'insufficient_privilege';
  end if;
  return tenant;
end $$;

-- Where a field of the list is found, and its type. Nothing else of a question ever becomes an identifier.
create function searched_column(field text, out expression text, out type text)
  language plpgsql immutable set search_path = pg_catalog, public as $$
begin
  case field
    when 'postedDate'          then expression := 'm.posted_at';                                   type := 'timestamptz';
    when 'capturedDate'        then expression := 'm.captured_at';                                 type := 'timestamptz';
    when 'persons.displayName' then expression := 'coalesce(m.author_name, m.author_address)';     type := 'text';
    when 'channelType'         then expression := 'm.channel';                                     type := 'text';
    when 'categoryId'          then expression := 'm.category';                                    type := 'text';
    when 'urgency'             then expression := 'm.urgency';                                     type := 'text';
    when 'direction'           then expression := 'm.direction';                                   type := 'text';
    when 'conversationId'      then expression := 'm.conversation_id';                             type := 'uuid';
    when 'accountId'           then expression := 'm.account_id';                                  type := 'uuid';
    when 'authorId'            then expression := 'coalesce(m.author_user_id, m.author_contact_id)'; type := 'uuid';
    when 'messageBody'         then expression := 'm.body';                                        type := 'text';
    when 'subject'             then expression := 'm.subject';                                     type := 'text';
    when 'sourceType'          then expression := 'm.content_type';                                type := 'text';
    when 'attachmentCount'     then expression := 'm.attachment_count';                            type := 'numeric';
    when 'isEdited'            then expression := 'm.edited_at is not null';                       type := 'flag';
    when 'isDeleted'           then expression := 'm.deleted_at is not null';                      type := 'flag';
    when 'groupId'             then expression := 'm.group_ids';                                   type := 'uuid[]';
    when 'ownerId'             then expression := 'owner';                                         type := 'owner';
    else raise exception 'Messages have no field %', field using errcode = 'invalid_parameter_value';
  end case;
end $$;

-- { field, test, values } as SQL. Values become literals of the column's type.
create function searched_condition(tenant uuid, condition jsonb) returns text
  language plpgsql immutable set search_path = pg_catalog, public as $$
declare
  col record;
  test text := condition ->> 'test';
  vals text[] := array(select jsonb_array_elements_text(condition -> 'values'));
  val text := vals[1];
begin
  col := public.searched_column(condition ->> 'field');
  if col.type = 'owner' then
    return case test
      when 'in'     then format('(m.author_user_id = any(%1$L::uuid[]) or m.account_id = any(%2$L::uuid[]))', vals, public.accounts_of(tenant, vals::uuid[]))
      when 'nin'    then format('not (coalesce(m.author_user_id = any(%1$L::uuid[]), false) or m.account_id = any(%2$L::uuid[]))', vals, public.accounts_of(tenant, vals::uuid[]))
      when 'empty'  then format('(m.author_user_id is null and m.account_id <> all(%L::uuid[]))', public.accounts_of(tenant, null))
      when 'nempty' then format('(m.author_user_id is not null or m.account_id = any(%L::uuid[]))', public.accounts_of(tenant, null))
    end;
  elsif col.type = 'flag' then
    vals := case test
      when 'in' then vals
      when 'nin' then array(select flag from unnest(array['true', 'false']) flag where flag <> all(vals))
      when 'empty' then array[]::text[]
      when 'nempty' then array['true', 'false']
    end;
    return case when vals is not null then concat_ws(' or ', 'false',
      case when 'true' = any(vals) then col.expression end,
      case when 'false' = any(vals) then 'not (' || col.expression || ')' end) end;
  elsif col.type = 'uuid[]' then
    return case test
      when 'in'     then format('%s && %L::uuid[]', col.expression, vals)
      when 'nin'    then format('not (%s && %L::uuid[])', col.expression, vals)
      when 'empty'  then format('%s = ''{}''', col.expression)
      when 'nempty' then format('%s <> ''{}''', col.expression)
    end;
  end if;
  return case test
    when 'in'       then format('%s = any(%L::%s[])', col.expression, vals, col.type)
    when 'nin'      then format('coalesce(%s <> all(%L::%s[]), true)', col.expression, vals, col.type)
    when 'lt'       then format('%s < %L::%s', col.expression, val, col.type)
    when 'lte'      then format('%s <= %L::%s', col.expression, val, col.type)
    when 'gt'       then format('%s > %L::%s', col.expression, val, col.type)
    when 'gte'      then format('%s >= %L::%s', col.expression, val, col.type)
    when 'outside'  then format('not (%1$s >= %2$L::%4$s and %1$s < %3$L::%4$s)', col.expression, val, vals[2], col.type)
    when 'contains' then format('%s ilike %L', col.expression, '%' || public.like_literal(val) || '%')
    when 'starts'   then format('%s ilike %L', col.expression, public.like_literal(val) || '%')
    when 'ends'     then format('%s ilike %L', col.expression, '%' || public.like_literal(val))
    when 'empty'    then format('coalesce(%s::text, '''') = ''''', col.expression)
    when 'nempty'   then format('coalesce(%s::text, '''') <> ''''', col.expression)
  end;
end $$;

-- A text that `like` takes as it stands.
create function like_literal(given text) returns text language sql immutable set search_path = pg_catalog, public as
$$ select replace(replace(replace(given, '\', '\\'), '%', '\%'), '_', '\_') $$;

-- The channel accounts of these representatives; of any, where none are given.
create function accounts_of(tenant uuid, owners uuid[]) returns uuid[]
  language sql stable set search_path = pg_catalog, public as
$$ select coalesce(array_agg(a.id), '{}') from public.channel_account a
   where a.tenant_id = tenant and a.owner_id is not null and (owners is null or a.owner_id = any(owners)) $$;

-- The access scope: an array of { channels, groupIds }, where null means all. No grant, no row.
create function searched_scope(scope jsonb) returns text
  language plpgsql immutable set search_path = pg_catalog, public as $$
declare
  grants text := 'false';
  given jsonb;
begin
  for given in select * from jsonb_array_elements(scope) loop
    if jsonb_typeof(given -> 'channels') = 'null' and jsonb_typeof(given -> 'groupIds') = 'null' then
      return 'true';
    end if;
    grants := grants || ' or (' || concat_ws(' and ',
      case when jsonb_typeof(given -> 'channels') = 'array' then
        format('m.channel = any(%L::text[])', array(select jsonb_array_elements_text(given -> 'channels'))) end,
      case when jsonb_typeof(given -> 'groupIds') = 'array' then
        format('m.group_ids && %L::uuid[]', array(select jsonb_array_elements_text(given -> 'groupIds'))) end) || ')';
  end loop;
  return regexp_replace(grants, '^false or ', '');
end $$;

-- { scope, filter, words, looseWords, onlyPartly } as the condition of a query over `message m`, tenant first.
-- Texts too large to be indexed whole (`search_partly`) are asked the loose words; `onlyPartly` asks for nothing else.
create function searched_where(tenant uuid, question jsonb) returns text
  language plpgsql stable set search_path = pg_catalog, public as $$
declare
  clause text := format('m.tenant_id = %L::uuid and (%s)', tenant, public.searched_scope(question -> 'scope'));
  condition jsonb;
  part text;
  words text := question ->> 'words';
  loose text := question ->> 'looseWords';
begin
  if (question ->> 'onlyPartly')::boolean then
    clause := clause || ' and m.search_partly';
  end if;
  for condition in select * from jsonb_array_elements(question -> 'filter') loop
    part := public.searched_condition(tenant, condition);
    if part is null then
      raise exception 'Messages cannot be tested so: %', condition ->> 'test' using errcode = 'invalid_parameter_value';
    end if;
    clause := clause || ' and (' || part || ')';
  end loop;
  if words is null then
    return clause;
  elsif loose is not null and exists (select from public.message m where m.tenant_id = tenant and m.search_partly) then
    return clause || format(' and (m.search @@ %L::tsquery or (m.search_partly and (%s)))', words,
      case loose when '' then 'true' else format('m.search @@ %L::tsquery', loose) end);
  end if;
  return clause || format(' and m.search @@ %L::tsquery', words);
end $$;

-- [{ field, direction, values? }] as an order; `values` gives the rank of an ordered enum. Ends in what no two rows share.
create function searched_order(sort jsonb) returns text
  language plpgsql immutable set search_path = pg_catalog, public as $$
declare
  orders text[] := '{}';
  key jsonb;
  col record;
  way text := 'desc';
  timed boolean := false;
begin
  for key in select * from jsonb_array_elements(sort) loop
    col := public.searched_column(key ->> 'field');
    way := case key ->> 'direction' when 'asc' then 'asc' else 'desc' end;
    timed := timed or key ->> 'field' = 'postedDate';
    orders := orders || (case when key ? 'values'
      then format('array_position(%L::text[], %s)', array(select jsonb_array_elements_text(key -> 'values')), col.expression)
      else col.expression end || ' ' || way);
  end loop;
  if not timed then
    orders := orders || 'm.posted_at desc'::text;
    way := 'desc';
  end if;
  return array_to_string(orders || ('m.id ' || way), ', ');
end $$;

-- One page of the ids that answer a question, in its order. `gather` says that few do: they are then collected by the
-- best index and sorted, instead of being met one by one in the order's own index.
create function find_messages(question jsonb) returns setof uuid
  language plpgsql stable security definer rows 50 set search_path = pg_catalog, public as $$
declare
  clause text := public.searched_where(public.searched_tenant(), question);
begin
  return query execute format('select m.id from %s order by %s limit %s offset %s',
    format(case when (question ->> 'gather')::boolean
      then '(select m.* from public.message m where %s offset 0) m' else 'public.message m where %s' end, clause),
    public.searched_order(question -> 'sort'), (question ->> 'limit')::bigint, (question ->> 'skip')::bigint);
end $$;

-- How many answer a question; no more than `most`, where that is given.
create function count_messages(question jsonb, most bigint default null) returns bigint
  language plpgsql stable security definer set search_path = pg_catalog, public as $$
declare
  clause text := public.searched_where(public.searched_tenant(), question);
  found bigint;
begin
  if most is null then
    execute 'select count(*) from public.message m where ' || clause into found;
  else
    execute format('select count(*) from (select from public.message m where %s limit %s) counted', clause, most) into found;
  end if;
  return found;
end $$;

-- All the ids that answer a question, in its order, to be fetched from the cursor of this name in this transaction.
create function open_messages(question jsonb) returns refcursor
  language plpgsql security definer set search_path = pg_catalog, public as $$
declare
  found refcursor := 'opened_messages';
begin
  open found no scroll for execute format('select m.id from public.message m where %s order by %s',
    public.searched_where(public.searched_tenant(), question), public.searched_order(question -> 'sort'));
  return found;
end $$;

do $$
declare f regprocedure;
begin
  foreach f in array array[
    'searched_tenant()', 'searched_column(text)', 'searched_condition(uuid, jsonb)', 'like_literal(text)',
    'accounts_of(uuid, uuid[])', 'searched_scope(jsonb)', 'searched_where(uuid, jsonb)', 'searched_order(jsonb)',
    'find_messages(jsonb)', 'count_messages(jsonb, bigint)', 'open_messages(jsonb)']::regprocedure[]
  loop
    execute format('revoke execute on function %s from public', f);
    if f::text ~ '^(find|count|open)_messages' then
      execute format('grant execute on function %s to verbatim_app', f);
    end if;
    execute format('alter function %s owner to verbatim_search', f);
  end loop;
end $$;
