-- What is asked by days alone is answered from the days: their counts are kept (`message_day`).

-- The days that a question asks for, where it asks for nothing else and its reader sees everything; null otherwise.
create or replace function searched_days(question jsonb) returns daterange
  language plpgsql stable set search_path = pg_catalog, public, pg_temp as $$
declare
  days daterange := '(,)';
  condition jsonb;
  instant timestamp;
begin
  if question ->> 'words' is not null or (question ->> 'onlyPartly')::boolean
    or public.searched_scope(public.searched_tenant(), question -> 'scope') <> 'true' then
    return null;
  end if;
  for condition in select * from jsonb_array_elements(question -> 'filter') loop
    if condition ->> 'field' <> 'postedDate' or condition ->> 'test' not in ('gte', 'lt') then
      return null;
    end if;
    instant := (condition -> 'values' ->> 0)::timestamptz at time zone 'UTC';
    if instant <> date_trunc('day', instant) then
      return null;
    end if;
    days := days * case condition ->> 'test' when 'gte' then daterange(instant::date, null) else daterange(null, instant::date) end;
  end loop;
  return days;
end $$;

-- `asc` or `desc`, where a list is in the order of time; null where it is in another.
create or replace function sorted_by_time(sort jsonb) returns text
  language sql immutable set search_path = pg_catalog, public, pg_temp as
$$ select case when sort -> 0 is null then 'desc'
     when sort -> 0 ->> 'field' = 'postedDate' then case sort -> 0 ->> 'direction' when 'asc' then 'asc' else 'desc' end end $$;

-- Of these days, in this direction, the one that has the row after `skipped` others: a bound on the messages that lets
-- through this day and those after it, and how many rows lie in the days before. Nothing, where there are not so many.
create or replace function day_of_page(days daterange, direction text, skipped bigint, out bound text, out before bigint)
  language sql stable set search_path = pg_catalog, public, pg_temp as $$
  select case direction when 'asc' then format('m.posted_at >= %L::timestamptz', found.day::timestamp at time zone 'UTC')
      else format('m.posted_at < %L::timestamptz', (found.day + 1)::timestamp at time zone 'UTC') end, found.through - found.messages
  from (select d.day, d.messages, sum(d.messages) over (order by case direction when 'asc' then d.day - date '2000-01-01' else date '2000-01-01' - d.day end)::bigint as through
    from public.message_day d where d.tenant_id = public.searched_tenant() and d.day <@ days) found
  where found.through > skipped order by found.through limit 1
$$;
