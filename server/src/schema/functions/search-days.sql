-- Questions that only ask for days are answered from stored counts by day (`message_day`).

-- The days that a question asks for, if it has no other condition and its reader sees everything; otherwise null.
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

-- `asc` or `desc` if a list is sorted by time; otherwise null.
create or replace function sorted_by_time(sort jsonb) returns text
  language sql immutable set search_path = pg_catalog, public, pg_temp as
$$ select case when sort -> 0 is null then 'desc'
     when sort -> 0 ->> 'field' = 'postedDate' then case sort -> 0 ->> 'direction' when 'asc' then 'asc' else 'desc' end end $$;

-- Finds the day, in this direction, that contains the row after `skipped` others. Returns a bound that keeps
-- messages from this day on, and the number of rows in the days before. Returns no row if there are fewer.
create or replace function day_of_page(days daterange, direction text, skipped bigint, out bound text, out before bigint)
  language sql stable set search_path = pg_catalog, public, pg_temp as $$
  select case direction when 'asc' then format('m.posted_at >= %L::timestamptz', found.day::timestamp at time zone 'UTC')
      else format('m.posted_at < %L::timestamptz', (found.day + 1)::timestamp at time zone 'UTC') end, found.through - found.messages
  from (select d.day, d.messages, sum(d.messages) over (order by case direction when 'asc' then d.day - date '2000-01-01' else date '2000-01-01' - d.day end)::bigint as through
    from public.message_day d where d.tenant_id = public.searched_tenant() and d.day <@ days) found
  where found.through > skipped order by found.through limit 1
$$;
