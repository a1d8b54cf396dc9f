-- Promises by a day. Source: docs/decisions/0117-waiting-and-promises.md.

-- The day when a promise is due: of one that is counted in business days the last of them, of another that is counted a business day, at
-- or after it. An organization that is closed for two years has none, and the calendar counts.
create or replace function promise_ends_on(due_on date, counted_from date, working_days integer, hours jsonb) returns date
  language sql immutable security invoker set search_path = pg_catalog, public, pg_temp as $$
  select case when counted_from is null then due_on else coalesce((
    select day::date from generate_series((case when working_days is null then due_on else counted_from + 1 end)::timestamp,
      (counted_from + 731)::timestamp, interval '1 day') day
    where hours -> 'days' @> to_jsonb(extract(isodow from day)::integer) and not hours -> 'holidays' ? to_char(day, 'YYYY-MM-DD')
    order by day offset greatest(working_days, 1) - 1 limit 1), due_on) end
$$;

-- Messages whose promise was kept, or not: the organization's people wrote in the conversation after the promise and by its day, with
-- more than the same promise. Only what the reader may see counts, so `scope` is the condition for messages `m`. The figures in
-- `domains/metrics/promises.ts` count in the same way.
create or replace function searched_promise_kept(tenant uuid, test text, vals text[], scope jsonb) returns text
  language sql stable set search_path = pg_catalog, public, pg_temp as $$
  select case test
    when 'in'     then held || kept
    when 'nin'    then 'not ' || held || kept
    when 'empty'  then 'not ' || held || '))'
    when 'nempty' then held || '))'
  end
  from (select format('((m.deleted_at is null or m.deletion ->> ''scope'' is not distinct from ''owner-local'') and exists (select from public.promise p where p.tenant_id = %L::uuid and p.message_id = m.id', tenant) as held,
    format(' and (select exists (select from public.message m where m.tenant_id = p.tenant_id and m.conversation_id = home.id
      and m.posted_at > home.promised_at and m.posted_at <= p.due_at and m.direction = ''outbound''
      and ' || $said${{isSaid m}}$said$ || ' and (m.deleted_at is null or m.deletion ->> ''scope'' is not distinct from ''owner-local'')
      and not exists (select from public.promise again
        where again.tenant_id = p.tenant_id and again.message_id = m.id and again.deed = p.deed)
      and (%s)) from (select m.conversation_id as id, coalesce(m.edited_at, m.posted_at) as promised_at) home)::text = any(%L::text[])))',
      public.searched_scope(tenant, scope), vals) as kept) promised
$$;

-- Messages with a promise by some day; with none by that day for `outside`, like every field that has no value.
create or replace function searched_promise_due(tenant uuid, test text, vals text[]) returns text
  language sql stable set search_path = pg_catalog, public, pg_temp as $$
  select case test
    when 'empty'  then 'not ' || held || '))'
    when 'nempty' then held || '))'
    when 'outside' then 'not ' || held || ' and ' || public.list_test('p.due_at', 'timestamptz', 'gte', vals) || ' and '
      || public.list_test('p.due_at', 'timestamptz', 'lt', vals[2:]) || '))'
    else held || ' and ' || public.list_test('p.due_at', 'timestamptz', test, vals) || '))'
  end
  from (select format('((m.deleted_at is null or m.deletion ->> ''scope'' is not distinct from ''owner-local'') and exists (select from public.promise p where p.tenant_id = %L::uuid and p.message_id = m.id', tenant)
    as held) promised
$$;
