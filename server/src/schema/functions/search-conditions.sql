-- The parts of a list's conditions that are more than a test of a column. The functions that join them into a
-- whole question are generated from the slices' lists and the law of access: see decisions 66 and 67.

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

-- Escapes a text for `like`.
create or replace function like_literal(given text) returns text language sql immutable set search_path = pg_catalog, public, pg_temp as
$$ select replace(replace(replace(given, '\', '\\'), '%', '\%'), '_', '\_') $$;

-- A test of a boolean: each value becomes a separate condition, so that the index of those rows answers it.
create or replace function list_flag(expression text, test text, vals text[]) returns text
  language plpgsql immutable set search_path = pg_catalog, public, pg_temp as $$
begin
  vals := case test
    when 'in' then vals
    when 'nin' then array(select flag from unnest(array['true', 'false']) flag where flag <> all(vals))
    when 'empty' then array[]::text[]
    when 'nempty' then array['true', 'false']
  end;
  return case when vals is not null then concat_ws(' or ', 'false',
    case when 'true' = any(vals) then expression end,
    case when 'false' = any(vals) then 'not (' || expression || ')' end) end;
end $$;

-- A test of a number that is 0 in most rows: if 0 does not pass, the index of the nonzero rows answers it.
create or replace function list_count(expression text, test text, vals text[]) returns text
  language plpgsql immutable set search_path = pg_catalog, public, pg_temp as $$
declare
  tested text := public.list_test(expression, 'numeric', test, vals);
  counts_none boolean;
begin
  execute 'select ' || public.list_test('0', 'numeric', test, vals) into counts_none;
  return case when counts_none then tested else expression || ' > 0 and ' || tested end;
end $$;

-- A test for characters; their words are tested first (`parts`).
create or replace function searched_characters(tested text, tenant uuid, condition jsonb) returns text
  language plpgsql stable set search_path = pg_catalog, public, pg_temp as $$
declare
  part text := case when condition ? 'parts' then public.searched_parts_of_words(tenant, condition -> 'parts') end;
begin
  -- Most rows that pass contain the characters too. If the planner saw a pattern, it would expect them to be rare.
  return case when part is null then tested else format('case when %s then true else false end and %s', tested, part) end;
end $$;

-- [{ word } | { beginning } | { looks, edged }]: a condition on the words of a text that contains some characters. A
-- whole word, the start of a word, or a word that looks like this (a `like` pattern, with and without its ends). It passes all
-- those texts and some others. Null if it does not help, because so many words match that most texts have one.
create or replace function searched_parts_of_words(tenant uuid, parts jsonb) returns text
  language plpgsql stable set search_path = pg_catalog, public, pg_temp as $$
declare
  -- Without an index, each text is searched for each of these.
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

-- The words that match, and words that may be pieces of matching ones; at most `most`.
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

-- Messages of representatives: those they wrote, and those that came through their accounts.
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

-- Authors are representatives or, if none is known, contacts. Only the kinds of ids that occur are tested: each
-- has an index, and a single kind uses only its index. Null for tests other than `in`.
create or replace function searched_author(tenant uuid, test text, authors uuid[]) returns text
  language plpgsql stable set search_path = pg_catalog, public, pg_temp as $$
declare
  asked text := 'false';
begin
  if test <> 'in' then
    return null;
  end if;
  if exists (select from public.message m where m.tenant_id = tenant and m.author_user_id = any(authors)) then
    asked := format('m.author_user_id = any(%L::uuid[])', authors);
  end if;
  if exists (select from public.message m
    where m.tenant_id = tenant and m.author_user_id is null and m.author_contact_id = any(authors)) then
    asked := asked || format(' or (m.author_user_id is null and m.author_contact_id = any(%L::uuid[]))', authors);
  end if;
  return regexp_replace(asked, '^false or ', '');
end $$;

-- Messages written to these people: to whom a mail names, and otherwise to the members of the conversation at that time, known to a day, as
-- `domains/messages/to-lines.ts` names them. Their conversations are found first; whether each message reached them is tested
-- for what is in these. Only the kinds of ids that occur are tested, as above. The own address of an account that has changed hands means its
-- owner at that time, and an address that has passed to another person whom it meant then; where none has, nothing more is asked.
create or replace function searched_recipient(tenant uuid, test text, people uuid[]) returns text
  language plpgsql stable set search_path = pg_catalog, public, pg_temp as $$
declare
  received constant text := format('select from public.participant p where p.tenant_id = %L::uuid and p.conversation_id = m.conversation_id
    and case when m.recipients is null
      then p.address <> m.author_address and p.first_at <= m.posted_at + interval ''1 day'' and p.last_at >= m.posted_at - interval ''1 day''
      else exists (select from jsonb_array_elements(m.recipients) named
        where named ->> ''addressing'' is not null and named -> ''identity'' ->> ''value'' = p.address) end', tenant);
  changed constant uuid[] := array(select distinct former.account_id from public.account_former_owner former where former.tenant_id = tenant);
  person constant text := case when changed = '{}' then 'p.user_id' else format('case when m.account_id = any(%1$L::uuid[])
      and p.address = (select own.address from public.channel_account own where own.tenant_id = %2$L::uuid and own.id = m.account_id)
    then public.account_user_at(%2$L::uuid, m.account_id, m.posted_at, p.user_id) else p.user_id end', changed, tenant) end;
  -- Of the accounts that were or are theirs, among those.
  owned constant text[] := array(select distinct own.address from public.channel_account own
    where own.tenant_id = tenant and own.id = any(changed) and (own.owner_id = any(people) or exists (
      select from public.account_former_owner former
      where former.tenant_id = tenant and former.account_id = own.id and former.owner_id = any(people))));
  users boolean := exists (select from public.participant p where p.tenant_id = tenant and p.user_id = any(people));
  contacts boolean := exists (select from public.participant p where p.tenant_id = tenant and p.contact_id = any(people));
  formerly boolean := exists (select from public.participant_former f where f.tenant_id = tenant
    and (f.user_id = any(people) or f.contact_id = any(people)));
  passed boolean := formerly or ((users or contacts) and exists (select from public.participant_former f where f.tenant_id = tenant));
  -- In place of %1$s, the user.
  asked text := case
    when (users or owned <> '{}') and contacts then format('(%%1$s = any(%1$L::uuid[]) or p.contact_id = any(%1$L::uuid[]))', people)
    when users or owned <> '{}' then format('%%1$s = any(%L::uuid[])', people)
    when contacts then format('p.contact_id = any(%L::uuid[])', people)
    else 'false' end;
  places text := format('select p.conversation_id from public.participant p where p.tenant_id = %L::uuid and %s', tenant, format(asked, 'p.user_id')) ||
    case when owned = '{}' then '' else format(' union all select p.conversation_id from public.participant p
      where p.tenant_id = %L::uuid and p.address = any(%L::text[])', tenant, owned) end ||
    case when not formerly then '' else format(' union all select f.conversation_id from public.participant_former f
      where f.tenant_id = %1$L::uuid and f.user_id = any(%2$L::uuid[]) union all select f.conversation_id from public.participant_former f
      where f.tenant_id = %1$L::uuid and f.contact_id = any(%2$L::uuid[])', tenant, people) end;
  meant text := case when not passed then format(asked, person) else format('coalesce((select coalesce(f.user_id = any(%1$L::uuid[]), false)
      or coalesce(f.contact_id = any(%1$L::uuid[]), false) from public.participant_former f where f.tenant_id = %2$L::uuid
      and f.conversation_id = p.conversation_id and f.address = p.address and f.until > m.posted_at order by f.until limit 1), %3$s)',
    people, tenant, format(asked, person)) end;
  -- Most messages were written to a person who is known: without the `case`, the planner would read all participants first.
  those text := case when test in ('in', 'nin')
    then format('m.conversation_id in (%s) and exists (%s and %s)', places, received, meant)
    else format('case when exists (%s and (%s is not null or p.contact_id is not null)) then true else false end', received, person) end;
begin
  return case
    when test in ('in', 'nempty') then those
    when test in ('nin', 'empty') then format('not (%s)', those)
  end;
end $$;

-- Messages of any of these groups. Messages share few sets of groups, and an index holds whole sets, not single groups.
-- So this steps from set to set to find those that contain one of the groups. If there are very many sets,
-- each message's own set is tested instead.
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

-- The same as a test of the list. Messages without a group have the empty set.
create or replace function searched_group(tenant uuid, test text, groups uuid[]) returns text
  language sql stable set search_path = pg_catalog, public, pg_temp as $$
  select case test
    when 'in'     then public.searched_groups(tenant, groups)
    when 'nin'    then format('not (%s)', public.searched_groups(tenant, groups))
    when 'empty'  then format('m.group_key = %L::bigint', hash_array_extended('{}'::uuid[], 0))
    when 'nempty' then format('m.group_key <> %L::bigint', hash_array_extended('{}'::uuid[], 0))
  end
$$;

-- Messages with a file in one of these states of reading. Files without stored bytes have no state.
create or replace function searched_reading(tenant uuid, test text, states text[]) returns text
  language sql stable set search_path = pg_catalog, public, pg_temp as $$
  select case test
    when 'in'     then '(m.attachment_count > 0 and ' || held || format(' and a.reading = any(%L::text[])))', states)
    when 'nin'    then '(m.attachment_count = 0 or not ' || held || format(' and a.reading = any(%L::text[])))', states)
    when 'empty'  then '(m.attachment_count = 0 or not ' || held || '))'
    when 'nempty' then '(m.attachment_count > 0 and ' || held || '))'
  end
  from (select format('exists (select from public.attachment a
    where a.tenant_id = %L::uuid and a.message_id = m.id and a.state = ''stored''', tenant) as held) stored
$$;

-- Messages that these permission profiles grant, by the law of access: a deleted profile grants none. Without profiles, all
-- that any profile grants.
create or replace function searched_profile(tenant uuid, test text, profiles uuid[]) returns text
  language sql stable set search_path = pg_catalog, public, pg_temp as $$
  select case when test in ('in', 'nempty') then format('(%s)', granted) else format('not (%s)', granted) end
  from (select public.searched_scope(tenant, coalesce(jsonb_agg(jsonb_build_object(
      'channels', to_jsonb(profile.channels),
      'groupIds', case when not profile.all_groups then (select coalesce(jsonb_agg(given.group_id), '[]')
        from public.permission_profile_group given
        where given.tenant_id = tenant and given.profile_id = profile.id) end)), '[]')) as granted
    from public.permission_profile profile
    where profile.tenant_id = tenant and (test in ('empty', 'nempty') or profile.id = any(profiles))) known
  where test in ('in', 'nin', 'empty', 'nempty')
$$;

-- The channel accounts of these representatives, or of all if none are given.
create or replace function accounts_of(tenant uuid, owners uuid[]) returns uuid[]
  language sql stable set search_path = pg_catalog, public, pg_temp as
$$ select coalesce(array_agg(a.id), '{}') from public.channel_account a
   where a.tenant_id = tenant and a.owner_id is not null and (owners is null or a.owner_id = any(owners)) $$;

-- { words, looseWords, onlyPartly, whole } as a condition on the words; null if there is none.
-- Texts too large to be indexed whole (`search_partly`) are tested for the loose words; `onlyPartly` tests nothing else.
-- If the question is `whole`, a message is tested together with the texts of its attachments: its own vector is
-- then not used, so an excluded word is excluded in both.
create or replace function searched_words(tenant uuid, question jsonb) returns text
  language plpgsql stable set search_path = pg_catalog, public, pg_temp as $$
declare
  words text := question ->> 'words';
  loose text := question ->> 'looseWords';
  whole boolean := coalesce((question ->> 'whole')::boolean, false)
    and exists (select from public.message m where m.tenant_id = tenant and m.whole_search is not null);
  partly text := case when not coalesce((question ->> 'onlyPartly')::boolean, false) then ''
    when whole then ' and ((m.search_partly and m.whole_search is null) or m.whole_partly)'
    else ' and m.search_partly' end;
  own text;
  all_words text;
begin
  if words is null then
    return partly;
  end if;
  own := format('m.search @@ %L::tsquery', words);
  if loose is not null and exists (select from public.message m where m.tenant_id = tenant and m.search_partly) then
    own := format('(%s or (m.search_partly and (%s)))', own,
      case loose when '' then 'true' else format('m.search @@ %L::tsquery', loose) end);
  end if;
  if not whole then
    return partly || ' and ' || own;
  end if;
  all_words := format('m.whole_search @@ %L::tsquery', words);
  if loose is not null and exists (select from public.message m where m.tenant_id = tenant and m.whole_partly) then
    all_words := format('(%s or (m.whole_partly and (%s)))', all_words,
      case loose when '' then 'true' else format('m.whole_search @@ %L::tsquery', loose) end);
  end if;
  return partly || format(' and ((m.whole_search is null and %s) or %s)', own, all_words);
end $$;
