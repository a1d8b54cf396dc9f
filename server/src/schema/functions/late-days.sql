-- Triggers that keep by how much late messages changed days that were over, in the transaction of the messages.
-- Source: docs/decisions/0149-late-messages-are-marked.md.

-- Counts new messages.
create or replace function count_late() returns trigger
  language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  insert into public.late_day as known (tenant_id, day, arrived_on, channel, group_ids, direction, category, urgency, messages)
    select fresh.tenant_id, (posted_at at time zone rollup_zone)::date, (captured_at at time zone rollup_zone)::date, channel, group_ids,
      direction, category, urgency, count(*)
    from fresh join public.organization on organization.tenant_id = fresh.tenant_id
    where {{isLate fresh}} and {{isSaid fresh}}
      and (captured_at at time zone rollup_zone)::date > (posted_at at time zone rollup_zone)::date
    group by 1, 2, 3, 4, 5, 6, 7, 8 order by 1, 2, 3, 4, 5, 6, 7, 8
    on conflict (tenant_id, day, arrived_on, channel, group_key, direction, category, urgency)
    do update set messages = known.messages + excluded.messages;
  return null;
end $$;

-- Counts a message again that reached further groups, left the organization after all, was read again, or took the place of a line, which has
-- times of its own.
create or replace function count_late_again() returns trigger
  language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare
  zone text := (select rollup_zone from public.organization where tenant_id = new.tenant_id);
begin
  if zone is null then return null; end if;
  insert into public.late_day as known (tenant_id, day, arrived_on, channel, group_ids, direction, category, urgency, messages)
    select * from (
      select tenant_id, (posted_at at time zone zone)::date as day, (captured_at at time zone zone)::date as arrived_on, channel,
        group_ids, direction, category, urgency, sum(change) as messages
      from (
        select old.tenant_id, old.posted_at, old.captured_at, old.channel, old.group_ids, old.direction, old.category, old.urgency,
          -1 as change
        where {{isLate old}} and {{isSaid old}}
        union all
        select new.tenant_id, new.posted_at, new.captured_at, new.channel, new.group_ids, new.direction, new.category, new.urgency, 1
        where {{isLate new}} and {{isSaid new}}
      ) changed
      group by 1, 2, 3, 4, 5, 6, 7, 8
    ) counted where arrived_on > day and messages <> 0 order by 1, 2, 3, 4, 5, 6, 7, 8
    on conflict (tenant_id, day, arrived_on, channel, group_key, direction, category, urgency)
    do update set messages = known.messages + excluded.messages;
  -- Its row is locked already.
  delete from public.late_day
    where tenant_id = old.tenant_id and day = (old.posted_at at time zone zone)::date
      and arrived_on = (old.captured_at at time zone zone)::date and channel = old.channel and group_key = old.group_key
      and direction = old.direction and category = old.category and urgency = old.urgency and messages = 0;
  return null;
end $$;

-- Counts the messages of an organization by the days of another zone, whichever release changes it. Nothing may add messages meanwhile.
create or replace function recount_late() returns trigger
  language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  delete from public.late_day where tenant_id = new.tenant_id;
  insert into public.late_day (tenant_id, day, arrived_on, channel, group_ids, direction, category, urgency, messages)
    select tenant_id, (posted_at at time zone new.rollup_zone)::date, (captured_at at time zone new.rollup_zone)::date, channel, group_ids,
      direction, category, urgency, count(*)
    from public.message
    where tenant_id = new.tenant_id and {{isLate message}} and {{isSaid message}}
      and (captured_at at time zone new.rollup_zone)::date > (posted_at at time zone new.rollup_zone)::date
    group by 1, 2, 3, 4, 5, 6, 7, 8;
  return null;
end $$;
