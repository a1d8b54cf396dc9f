-- What the functions that find messages and audit events consist of: the parts of a question as SQL.

-- The tenant of this transaction.
create or replace function searched_tenant() returns uuid language plpgsql stable set search_path = pg_catalog, public, pg_temp as $$
declare
  tenant uuid := nullif(current_setting('app.tenant_id', true), '')::uuid;
begin
  if tenant is null then
    raise exception 'A search needs a tenant' using errcode = 'insufficient_privilege';
  end if;
  return tenant;
end $$;

-- Where a field of the list is found, and its type. Nothing else of a question ever becomes an identifier.
create or replace function searched_column(field text, out expression text, out type text)
  language plpgsql immutable set search_path = pg_catalog, public, pg_temp as $$
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
create or replace function like_literal(given text) returns text language sql immutable set search_path = pg_catalog, public, pg_temp as
$$ select replace(replace(replace(given, '\', '\\'), '%', '\%'), '_', '\_') $$;

-- One test of an expression as SQL; the values become literals of the type. Null where there is no such test.
create or replace function searched_test(expression text, type text, test text, vals text[]) returns text
  language sql immutable set search_path = pg_catalog, public, pg_temp as $$
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
create or replace function searched_condition(tenant uuid, condition jsonb) returns text
  language plpgsql stable set search_path = pg_catalog, public, pg_temp as $$
declare
  col record;
  test text := condition ->> 'test';
  vals text[] := array(select jsonb_array_elements_text(condition -> 'values'));
  tested text;
  part text;
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
  if condition ? 'parts' then
    part := public.searched_parts_of_words(tenant, condition -> 'parts');
    -- Most that passes holds the characters, too. The planner would take them for as rare as any, if it saw a pattern.
    return case when part is null then tested else format('case when %s then true else false end and %s', tested, part) end;
  end if;
  if col.type = 'numeric' then
    -- Most have no attachment: a test that none of those passes is answered by the index of the others.
    execute 'select ' || public.searched_test('0', 'numeric', test, vals) into counts_none;
    return case when counts_none then tested else 'm.attachment_count > 0 and ' || tested end;
  end if;
  return tested;
end $$;

-- [{ word } | { beginning } | { looks, edged }], what a text has that holds some characters, as a condition on its words: a
-- word, one that begins so, or any that looks so (a pattern of `like`, and the same with its ends). It lets through more
-- than those, and none less. Null where nothing helps: where the words are so many that most texts have one.
create or replace function searched_parts_of_words(tenant uuid, parts jsonb) returns text
  language plpgsql stable set search_path = pg_catalog, public, pg_temp as $$
declare
  -- Where no index is read, each of these is looked for in each text.
  most constant integer := 200;
  part jsonb;
  words text[];
  asked text[] := '{}';
begin
  for part in select * from jsonb_array_elements(parts) loop
    if part ? 'looks' then
      words := public.words_that_look(tenant, part, most + 1);
      if words = '{}' and not exists (select from public.message m where m.tenant_id = tenant and m.search_partly) then
        return 'false';
      end if;
      continue when cardinality(words) > most;
      asked := asked || ('(' || (select coalesce(string_agg(public.tsquery_word(word), ' | '), '''''') from unnest(words) word) || ')');
    else
      asked := asked || (public.tsquery_word(coalesce(part ->> 'word', part ->> 'beginning')) || case when part ? 'beginning' then ':*' else '' end);
    end if;
  end loop;
  if asked = '{}' then
    return null;
  end if;
  return format(case when exists (select from public.message m where m.tenant_id = tenant and m.search_partly)
    then '(m.search @@ %L::tsquery or m.search_partly)' else 'm.search @@ %L::tsquery' end, array_to_string(asked, ' & '));
end $$;

-- The words that look as asked, and those that may be pieces of such; no more than `most`.
create or replace function words_that_look(tenant uuid, asked jsonb, most integer) returns text[]
  language plpgsql stable set max_parallel_workers_per_gather = 0 set search_path = pg_catalog, public, pg_temp as $$
declare
  keys bigint[] := public.trigrams_of(tenant, asked ->> 'edged');
  cut text[] := array(select w.word from public.message_word w where w.tenant_id = tenant and octet_length(w.word) >= 254 limit most);
begin
  if keys is null then
    return cut || array(select w.word from public.message_word w
      where w.tenant_id = tenant and w.looks like asked ->> 'looks' limit most);
  end if;
  return cut || array(select w.word from public.message_word w where w.tenant_id = tenant and w.looks like asked ->> 'looks'
    and public.trigrams_of(w.tenant_id, chr(1) || w.looks || chr(2)) @> keys limit most);
end $$;

-- A word of a search vector, as a tsquery names it.
create or replace function tsquery_word(word text) returns text language sql immutable set search_path = pg_catalog, public, pg_temp as
$$ select '''' || replace(replace(word, '\', '\\'), '''', '''''') || '''' $$;

-- Representatives: what they wrote, and what came through their accounts.
create or replace function searched_owner(tenant uuid, test text, owners uuid[]) returns text
  language plpgsql stable set search_path = pg_catalog, public, pg_temp as $$
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
create or replace function searched_author(tenant uuid, authors uuid[]) returns text
  language plpgsql stable set search_path = pg_catalog, public, pg_temp as $$
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
create or replace function searched_groups(tenant uuid, groups uuid[]) returns text
  language plpgsql stable set search_path = pg_catalog, public, pg_temp as $$
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
create or replace function accounts_of(tenant uuid, owners uuid[]) returns uuid[]
  language sql stable set search_path = pg_catalog, public, pg_temp as
$$ select coalesce(array_agg(a.id), '{}') from public.channel_account a
   where a.tenant_id = tenant and a.owner_id is not null and (owners is null or a.owner_id = any(owners)) $$;

-- The access scope: an array of { channels, groupIds }, where null means all. No grant, no row.
create or replace function searched_scope(tenant uuid, scope jsonb) returns text
  language plpgsql stable set search_path = pg_catalog, public, pg_temp as $$
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

-- { scope, filter, words, looseWords, onlyPartly, whole } as the condition of a query over `message m`, tenant first.
-- Texts too large to be indexed whole (`search_partly`) are asked the loose words; `onlyPartly` asks for nothing else.
-- Where the question is `whole`, messages with texts in their attachments are asked with them: their own vector is then
-- not asked, so that what is excluded is excluded wherever it stands.
create or replace function searched_where(tenant uuid, question jsonb) returns text
  language plpgsql stable set search_path = pg_catalog, public, pg_temp as $$
declare
  clause text := format('m.tenant_id = %L::uuid and (%s)', tenant, public.searched_scope(tenant, question -> 'scope'));
  condition jsonb;
  part text;
  words text := question ->> 'words';
  loose text := question ->> 'looseWords';
  whole boolean := coalesce((question ->> 'whole')::boolean, false)
    and exists (select from public.message m where m.tenant_id = tenant and m.whole_search is not null);
  own text;
  all_words text;
begin
  if (question ->> 'onlyPartly')::boolean then
    clause := clause || case when whole then ' and ((m.search_partly and m.whole_search is null) or m.whole_partly)'
      else ' and m.search_partly' end;
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
  end if;
  own := format('m.search @@ %L::tsquery', words);
  if loose is not null and exists (select from public.message m where m.tenant_id = tenant and m.search_partly) then
    own := format('(%s or (m.search_partly and (%s)))', own,
      case loose when '' then 'true' else format('m.search @@ %L::tsquery', loose) end);
  end if;
  if not whole then
    return clause || ' and ' || own;
  end if;
  all_words := format('m.whole_search @@ %L::tsquery', words);
  if loose is not null and exists (select from public.message m where m.tenant_id = tenant and m.whole_partly) then
    all_words := format('(%s or (m.whole_partly and (%s)))', all_words,
      case loose when '' then 'true' else format('m.whole_search @@ %L::tsquery', loose) end);
  end if;
  return clause || format(' and ((m.whole_search is null and %s) or %s)', own, all_words);
end $$;
