-- Lists and searches of messages. Row-level security would keep the word index from being used, because its operators
-- are not leakproof; so these functions, owned by a role that cannot sign in, put the tenant's condition in themselves
-- and refuse to run without one. They take the whole question, so that the planner can choose between the word index
-- and the time index, and give nothing but ids: rows are read by the caller, under row-level security.
-- New functions, a policy and indexes: `create index` blocks writes to message while it builds. Safe with the previous release.

grant select on message to verbatim_search;
create policy search_reads on message for select to verbatim_search using (true);

-- What lists are filtered by. What has few values, and may lie far back, is in the order of lists; what has many is
-- not, which lets equal values share their entries: a tenth of the size. Where one value is most of a list, it is left
-- out, for it is met soon by time. What is asked together with others carries them, so that no row is read to count.
create index message_by_group     on message (tenant_id, group_key, posted_at desc, id desc) include (channel, category, urgency, direction);
create index message_by_channel   on message (tenant_id, channel, posted_at desc, id desc);
create index message_by_category  on message (tenant_id, category, posted_at desc, id desc) include (group_key, channel, urgency, direction)
  where category <> 'other';
create index message_by_urgency   on message (tenant_id, urgency, posted_at desc, id desc) include (group_key, channel, category, direction)
  where urgency <> 'low';
create index message_by_direction on message (tenant_id, direction, posted_at desc, id desc) where direction <> 'inbound' and direction <> 'outbound';
create index message_by_kind      on message (tenant_id, content_type, posted_at desc, id desc) where content_type <> 'text';
create index message_by_attachments on message (tenant_id, attachment_count desc, posted_at desc, id desc) where attachment_count > 0;
create index message_by_author    on message (tenant_id, author_user_id, posted_at desc, id desc) include (group_key, channel, category, urgency)
  where author_user_id is not null;
create index message_by_contact   on message (tenant_id, author_contact_id) where author_user_id is null and author_contact_id is not null;
create index message_by_author_name on message (tenant_id, (coalesce(author_name, author_address)));
create index message_by_account   on message (tenant_id, account_id);
create index message_by_capture   on message (tenant_id, captured_at);
create index message_deleted      on message (tenant_id, posted_at desc, id desc) where deleted_at is not null;
create index message_edited       on message (tenant_id, posted_at desc, id desc) where edited_at is not null;
create index message_partly_searchable on message (tenant_id, posted_at desc) where search_partly;

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
    when 'postedDate'          then expression := 'm.posted_at';        type := 'timestamptz';
    when 'capturedDate'        then expression := 'm.captured_at';      type := 'timestamptz';
    when 'persons.displayName' then expression := 'coalesce(m.author_name, m.author_address)'; type := 'text';
    when 'channelType'         then expression := 'm.channel';          type := 'text';
    when 'categoryId'          then expression := 'm.category';         type := 'text';
    when 'urgency'             then expression := 'm.urgency';          type := 'text';
    when 'direction'           then expression := 'm.direction';        type := 'text';
    when 'conversationId'      then expression := 'm.conversation_id';  type := 'uuid';
    when 'accountId'           then expression := 'm.account_id';       type := 'uuid';
    when 'authorId'            then expression := 'coalesce(m.author_user_id, m.author_contact_id)'; type := 'author';
    when 'messageBody'         then expression := 'm.body';             type := 'text';
    when 'subject'             then expression := 'm.subject';          type := 'text';
    when 'sourceType'          then expression := 'm.content_type';     type := 'text';
    when 'attachmentCount'     then expression := 'm.attachment_count'; type := 'numeric';
    when 'isEdited'            then expression := 'm.edited_at is not null';  type := 'flag';
    when 'isDeleted'           then expression := 'm.deleted_at is not null'; type := 'flag';
    when 'groupId'             then expression := 'm.group_ids';        type := 'groups';
    when 'ownerId'             then expression := 'owner';              type := 'owner';
    else raise exception 'Messages have no field %', field using errcode = 'invalid_parameter_value';
  end case;
end $$;

-- A text that `like` takes as it stands.
create function like_literal(given text) returns text language sql immutable set search_path = pg_catalog, public as
$$ select replace(replace(replace(given, '\', '\\'), '%', '\%'), '_', '\_') $$;

-- One test of an expression as SQL; the values become literals of the type. Null where there is no such test.
create function searched_test(expression text, type text, test text, vals text[]) returns text
  language sql immutable set search_path = pg_catalog, public as $$
  select case test
    when 'in'       then format('%s = any(%L::%s[])', expression, vals, type)
    when 'nin'      then format('(%1$s is null or %1$s <> all(%2$L::%3$s[]))', expression, vals, type)
    when 'lt'       then format('%s < %L::%s', expression, vals[1], type)
    when 'lte'      then format('%s <= %L::%s', expression, vals[1], type)
    when 'gt'       then format('%s > %L::%s', expression, vals[1], type)
    when 'gte'      then format('%s >= %L::%s', expression, vals[1], type)
    when 'outside'  then format('not (%1$s >= %2$L::%4$s and %1$s < %3$L::%4$s)', expression, vals[1], vals[2], type)
    when 'contains' then format('%s ilike %L', expression, '%' || public.like_literal(vals[1]) || '%')
    when 'starts'   then format('%s ilike %L', expression, public.like_literal(vals[1]) || '%')
    when 'ends'     then format('%s ilike %L', expression, '%' || public.like_literal(vals[1]))
    when 'empty'    then format('coalesce(%s::text, '''') = ''''', expression)
    when 'nempty'   then format('coalesce(%s::text, '''') <> ''''', expression)
  end
$$;

-- { field, test, values } as SQL.
create function searched_condition(tenant uuid, condition jsonb) returns text
  language plpgsql stable set search_path = pg_catalog, public as $$
declare
  col record;
  test text := condition ->> 'test';
  vals text[] := array(select jsonb_array_elements_text(condition -> 'values'));
  tested text;
  counts_none boolean;
begin
  col := public.searched_column(condition ->> 'field');
  if col.type = 'owner' then
    return public.searched_owner(tenant, test, vals::uuid[]);
  elsif col.type = 'author' then
    return case test when 'in' then public.searched_author(tenant, vals::uuid[])
      else public.searched_test(col.expression, 'uuid', test, vals) end;
  elsif col.type = 'groups' then
    return case test
      when 'in'     then public.searched_groups(tenant, vals::uuid[])
      when 'nin'    then format('not (%s)', public.searched_groups(tenant, vals::uuid[]))
      when 'empty'  then format('m.group_key = %L::bigint', hash_array_extended('{}'::uuid[], 0))
      when 'nempty' then format('m.group_key <> %L::bigint', hash_array_extended('{}'::uuid[], 0))
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
  end if;
  tested := public.searched_test(col.expression, col.type, test, vals);
  if col.type = 'numeric' then
    -- Most have no attachment: a test that none of those passes is answered by the index of the others.
    execute 'select ' || public.searched_test('0', 'numeric', test, vals) into counts_none;
    return case when counts_none then tested else 'm.attachment_count > 0 and ' || tested end;
  end if;
  return tested;
end $$;

-- Representatives: what they wrote, and what came through their accounts.
create function searched_owner(tenant uuid, test text, owners uuid[]) returns text
  language plpgsql stable set search_path = pg_catalog, public as $$
declare
  accounts uuid[] := public.accounts_of(tenant, case when test in ('in', 'nin') then owners end);
begin
  return case test
    when 'in'     then format('m.author_user_id = any(%L::uuid[])', owners) ||
      case when accounts = '{}' then '' else format(' or m.account_id = any(%L::uuid[])', accounts) end
    when 'nin'    then format('not (coalesce(m.author_user_id = any(%L::uuid[]), false) or m.account_id = any(%L::uuid[]))', owners, accounts)
    when 'empty'  then format('(m.author_user_id is null and m.account_id <> all(%L::uuid[]))', accounts)
    when 'nempty' then format('(m.author_user_id is not null or m.account_id = any(%L::uuid[]))', accounts)
  end;
end $$;

-- Authors are representatives or, where none is known, contacts. Only what there are of these ids is asked for: each
-- has an index, and one alone is answered by it alone.
create function searched_author(tenant uuid, authors uuid[]) returns text
  language plpgsql stable set search_path = pg_catalog, public as $$
declare
  asked text := 'false';
begin
  if exists (select from public.message m where m.tenant_id = tenant and m.author_user_id = any(authors)) then
    asked := format('m.author_user_id = any(%L::uuid[])', authors);
  end if;
  if exists (select from public.message m
    where m.tenant_id = tenant and m.author_user_id is null and m.author_contact_id = any(authors)) then
    asked := asked || format(' or (m.author_user_id is null and m.author_contact_id = any(%L::uuid[]))', authors);
  end if;
  return regexp_replace(asked, '^false or ', '');
end $$;

-- Messages of any of these groups. Messages share few sets of groups, and a set is one value in an index where a group
-- is not: those that hold one of the groups are found by stepping from set to set. Where there are very many sets,
-- every message's own is looked into instead.
create function searched_groups(tenant uuid, groups uuid[]) returns text
  language plpgsql stable set search_path = pg_catalog, public as $$
declare
  most constant integer := 2000;
  known integer := 0;
  keys bigint[] := '{}';
  step record;
begin
  select m.group_key, m.group_ids into step from public.message m where m.tenant_id = tenant order by m.group_key limit 1;
  while step.group_key is not null loop
    known := known + 1;
    if known > most then
      return format('m.group_ids && %L::uuid[]', groups);
    end if;
    if step.group_ids && groups then
      keys := keys || step.group_key;
    end if;
    select m.group_key, m.group_ids into step from public.message m
      where m.tenant_id = tenant and m.group_key > step.group_key order by m.group_key limit 1;
  end loop;
  return format('m.group_key = any(%L::bigint[])', keys);
end $$;

-- The channel accounts of these representatives; of any, where none are given.
create function accounts_of(tenant uuid, owners uuid[]) returns uuid[]
  language sql stable set search_path = pg_catalog, public as
$$ select coalesce(array_agg(a.id), '{}') from public.channel_account a
   where a.tenant_id = tenant and a.owner_id is not null and (owners is null or a.owner_id = any(owners)) $$;

-- The access scope: an array of { channels, groupIds }, where null means all. No grant, no row.
create function searched_scope(tenant uuid, scope jsonb) returns text
  language plpgsql stable set search_path = pg_catalog, public as $$
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
        public.searched_groups(tenant, array(select jsonb_array_elements_text(given -> 'groupIds'))::uuid[]) end) || ')';
  end loop;
  return regexp_replace(grants, '^false or ', '');
end $$;

-- { scope, filter, words, looseWords, onlyPartly } as the condition of a query over `message m`, tenant first.
-- Texts too large to be indexed whole (`search_partly`) are asked the loose words; `onlyPartly` asks for nothing else.
create function searched_where(tenant uuid, question jsonb) returns text
  language plpgsql stable set search_path = pg_catalog, public as $$
declare
  clause text := format('m.tenant_id = %L::uuid and (%s)', tenant, public.searched_scope(tenant, question -> 'scope'));
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

-- [{ field, direction, values?, ranked? }] as an order, from the key at `first` on; `ranked` values give an order of
-- their own. Ends in what no two rows share.
create function searched_order(sort jsonb, first integer default 0) returns text
  language plpgsql immutable set search_path = pg_catalog, public as $$
declare
  orders text[] := '{}';
  key jsonb;
  place bigint;
  col record;
  way text := 'desc';
  timed boolean := false;
begin
  for key, place in select * from jsonb_array_elements(sort) with ordinality loop
    col := public.searched_column(key ->> 'field');
    way := case key ->> 'direction' when 'asc' then 'asc' else 'desc' end;
    timed := timed or key ->> 'field' = 'postedDate';
    continue when place <= first;
    orders := orders || (case when (key ->> 'ranked')::boolean
      then format('array_position(%L::text[], %s)', array(select jsonb_array_elements_text(key -> 'values')), col.expression)
      else col.expression end || ' ' || way);
  end loop;
  if not timed then
    orders := orders || 'm.posted_at desc'::text;
    way := 'desc';
  end if;
  return array_to_string(orders || ('m.id ' || way), ', ');
end $$;

-- The parts that an order by a field of few values consists of, in that order, each with the order within it: an index
-- has every part in order, but not the whole. One part, of everything, for any other order.
create function searched_parts(sort jsonb) returns table (condition text, ordering text)
  language plpgsql immutable set search_path = pg_catalog, public as $$
declare
  key jsonb := sort -> 0;
  col record;
begin
  if key is not null then
    col := public.searched_column(key ->> 'field');
  end if;
  if key ? 'values' then
    return query select format('%s = %L', col.expression, value), public.searched_order(sort, 1)
      from jsonb_array_elements_text(key -> 'values') with ordinality as of_field (value, place)
      order by case key ->> 'direction' when 'asc' then place else -place end;
  elsif key ->> 'field' = 'attachmentCount' then
    return query select part.condition, public.searched_order(sort, part.first)
      from (values ('m.attachment_count > 0', 0), ('m.attachment_count = 0', 1)) as part (condition, first)
      order by case key ->> 'direction' when 'asc' then -part.first else part.first end;
  else
    return query select 'true', public.searched_order(sort);
  end if;
end $$;

-- One page of the ids that answer a question, in its order. `gather` says that few do: they are then collected by the
-- best index and sorted, instead of being met one by one in the order's own index.
create function find_messages(question jsonb) returns setof uuid
  language plpgsql stable security definer rows 50 set search_path = pg_catalog, public as $$
declare
  clause text := public.searched_where(public.searched_tenant(), question);
  wanted bigint := (question ->> 'limit')::bigint;
  skipped bigint := (question ->> 'skip')::bigint;
  part record;
  counted bigint;
begin
  if (question ->> 'gather')::boolean then
    return query execute format('select m.id from (select m.* from public.message m where %s offset 0) m order by %s limit %s offset %s',
      clause, public.searched_order(question -> 'sort'), wanted, skipped);
    return;
  end if;
  for part in select * from public.searched_parts(question -> 'sort') loop
    return query execute format('select m.id from public.message m where %s and (%s) order by %s limit %s offset %s',
      clause, part.condition, part.ordering, wanted, skipped);
    get diagnostics counted = row_count;
    wanted := wanted - counted;
    exit when wanted <= 0;
    if counted > 0 then
      skipped := 0;
    elsif skipped > 0 then
      execute format('select count(*) from (select from public.message m where %s and (%s) limit %s) counted',
        clause, part.condition, skipped) into counted;
      skipped := skipped - counted;
    end if;
  end loop;
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
    'searched_tenant()', 'searched_column(text)', 'searched_test(text, text, text, text[])',
    'searched_condition(uuid, jsonb)', 'searched_owner(uuid, text, uuid[])', 'searched_author(uuid, uuid[])',
    'searched_groups(uuid, uuid[])', 'like_literal(text)', 'accounts_of(uuid, uuid[])', 'searched_scope(uuid, jsonb)',
    'searched_where(uuid, jsonb)', 'searched_order(jsonb, integer)', 'searched_parts(jsonb)',
    'find_messages(jsonb)', 'count_messages(jsonb, bigint)', 'open_messages(jsonb)']::regprocedure[]
  loop
    execute format('revoke execute on function %s from public', f);
    if f::text ~ '^(find|count|open)_messages' then
      execute format('grant execute on function %s to verbatim_app', f);
    end if;
    execute format('alter function %s owner to verbatim_search', f);
  end loop;
end $$;
