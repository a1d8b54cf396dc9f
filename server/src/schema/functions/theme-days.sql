-- Triggers that keep the counts of themes by day, in the transaction that places the messages. Source: docs/decisions/0130-themes-by-day.md.

-- Counts messages that got a theme.
create or replace function count_placed() returns trigger
  language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  insert into public.theme_day as known (tenant_id, day, theme_id, category, low, medium, high)
    select fresh.tenant_id, (posted_at at time zone rollup_zone)::date, theme_id, category,
      count(*) filter (where urgency = 'low'), count(*) filter (where urgency = 'medium'), count(*) filter (where urgency = 'high')
    from fresh join public.organization on organization.tenant_id = fresh.tenant_id
    group by 1, 2, 3, 4 order by 1, 2, 3, 4
    on conflict (tenant_id, day, theme_id, category) do update
    set low = known.low + excluded.low, medium = known.medium + excluded.medium, high = known.high + excluded.high;
  return null;
end $$;

-- Counts messages that have no theme any more.
create or replace function count_removed() returns trigger
  language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  insert into public.theme_day as known (tenant_id, day, theme_id, category, low, medium, high)
    select gone.tenant_id, (posted_at at time zone rollup_zone)::date, theme_id, category,
      -count(*) filter (where urgency = 'low'), -count(*) filter (where urgency = 'medium'), -count(*) filter (where urgency = 'high')
    from gone join public.organization on organization.tenant_id = gone.tenant_id
    group by 1, 2, 3, 4 order by 1, 2, 3, 4
    on conflict (tenant_id, day, theme_id, category) do update
    set low = known.low + excluded.low, medium = known.medium + excluded.medium, high = known.high + excluded.high;
  -- Their rows are locked already.
  delete from public.theme_day known using (
    select distinct gone.tenant_id, (posted_at at time zone rollup_zone)::date as day, theme_id, category
    from gone join public.organization on organization.tenant_id = gone.tenant_id
  ) left_behind
  where (known.tenant_id, known.day, known.theme_id, known.category)
      = (left_behind.tenant_id, left_behind.day, left_behind.theme_id, left_behind.category)
    and known.low = 0 and known.medium = 0 and known.high = 0;
  return null;
end $$;

-- Counts messages that have another theme, category or urgency; what is the same as before is not written.
create or replace function count_replaced() returns trigger
  language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  insert into public.theme_day as known (tenant_id, day, theme_id, category, low, medium, high)
    select * from (
      select changed.tenant_id, (posted_at at time zone rollup_zone)::date, theme_id, category,
        coalesce(sum(change) filter (where urgency = 'low'), 0) as low, coalesce(sum(change) filter (where urgency = 'medium'), 0) as medium,
        coalesce(sum(change) filter (where urgency = 'high'), 0) as high
      from (
        select tenant_id, posted_at, theme_id, category, urgency, 1 as change from fresh
        union all
        select tenant_id, posted_at, theme_id, category, urgency, -1 from gone
      ) changed join public.organization on organization.tenant_id = changed.tenant_id
      group by 1, 2, 3, 4
    ) counted where low <> 0 or medium <> 0 or high <> 0 order by 1, 2, 3, 4
    on conflict (tenant_id, day, theme_id, category) do update
    set low = known.low + excluded.low, medium = known.medium + excluded.medium, high = known.high + excluded.high;
  if found then
    delete from public.theme_day known using (
      select distinct gone.tenant_id, (posted_at at time zone rollup_zone)::date as day, theme_id, category
      from gone join public.organization on organization.tenant_id = gone.tenant_id
    ) left_behind
    where (known.tenant_id, known.day, known.theme_id, known.category)
        = (left_behind.tenant_id, left_behind.day, left_behind.theme_id, left_behind.category)
      and known.low = 0 and known.medium = 0 and known.high = 0;
  end if;
  return null;
end $$;

-- Counts the messages of an organization by the days of another zone. A release that does not know these counts changes the zone, too;
-- one that has counted them itself says for which zone. Nothing places messages meanwhile.
create or replace function recount_theme_days() returns trigger
  language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  delete from public.theme_day where tenant_id = new.tenant_id;
  insert into public.theme_day (tenant_id, day, theme_id, category, low, medium, high)
    select tenant_id, (posted_at at time zone new.rollup_zone)::date, theme_id, category, count(*) filter (where urgency = 'low'),
      count(*) filter (where urgency = 'medium'), count(*) filter (where urgency = 'high')
    from public.message_theme where tenant_id = new.tenant_id group by 1, 2, 3, 4;
  return null;
end $$;
