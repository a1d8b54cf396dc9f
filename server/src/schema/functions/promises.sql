-- Promises by a day. Source: docs/decisions/0117-waiting-and-promises.md.

-- Whether people of the organization wrote in the conversation after a promise and by its day, with more than another promise. Only what
-- every reader of the promise may see counts, so that nobody learns of a message that is not theirs.
create or replace function promise_kept(its_tenant uuid, its_conversation uuid, promised_at timestamptz, due timestamptz, its_groups uuid[])
  returns boolean language sql stable security invoker set search_path = pg_catalog, public, pg_temp as $$
  select exists (select from public.message said
    where said.tenant_id = its_tenant and said.conversation_id = its_conversation and said.posted_at > promised_at
      and said.posted_at <= due and said.direction = 'outbound' and said.content_type <> 'system'
      and not 'autoReply' = any(said.flags) and said.group_ids @> its_groups
      and not exists (select from public.promise other where other.tenant_id = its_tenant and other.message_id = said.id))
$$;

-- Messages whose promise was kept, or not.
create or replace function searched_promise_kept(tenant uuid, test text, vals text[]) returns text
  language sql stable set search_path = pg_catalog, public, pg_temp as $$
  select case test
    when 'in'     then held || kept
    when 'nin'    then 'not ' || held || kept
    when 'empty'  then 'not ' || held || ')'
    when 'nempty' then held || ')'
  end
  from (select format('exists (select from public.promise p where p.tenant_id = %L::uuid and p.message_id = m.id', tenant) as held,
    format(' and public.promise_kept(p.tenant_id, p.conversation_id, p.posted_at, p.due_at, m.group_ids)::text = any(%L::text[]))', vals)
      as kept) promised
$$;

-- Messages with a promise by some day.
create or replace function searched_promise_due(tenant uuid, test text, vals text[]) returns text
  language sql stable set search_path = pg_catalog, public, pg_temp as $$
  select case test
    when 'empty'  then 'not ' || held || ')'
    when 'nempty' then held || ')'
    else held || ' and ' || public.list_test('p.due_at', 'timestamptz', test, vals) || ')'
  end
  from (select format('exists (select from public.promise p where p.tenant_id = %L::uuid and p.message_id = m.id', tenant)
    as held) promised
$$;
