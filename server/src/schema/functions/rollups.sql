-- Triggers that keep the counts of Key Metrics, in the transaction of the messages: a count is never ahead of its messages,
-- nor behind them. Source: docs/decisions/0110-counts-beside-the-messages.md.

-- When a day begins in a zone. Where clocks go back over midnight, its first hour comes twice, and PostgreSQL alone takes the second.
create or replace function day_starts(day date, zone text) returns timestamptz
  language sql immutable security invoker set search_path = pg_catalog, public, pg_temp as $$
  select case when ((at - interval '1 hour') at time zone zone)::date = day then at - interval '1 hour' else at end
  from (select day::timestamp at time zone zone as at) midnight
$$;

-- An organization's zone as it counts by it: UTC where the database does not know the name. `pg_timezone_names` would read the files of all
-- zones, so only abbreviations are looked up there: IST means another zone here than where it was chosen. An offset such as +05:30 is no
-- name, and means its opposite here.
create or replace function counted_zone(zone text) returns text
  language plpgsql stable security invoker set search_path = pg_catalog, public, pg_temp as $$
begin
  if zone !~ '^[A-Za-z]' then return 'UTC'; end if;
  if exists (select from pg_timezone_abbrevs where abbrev = upper(zone)) then
    return coalesce((select name from pg_timezone_names where name = zone limit 1), 'UTC');
  end if;
  perform now() at time zone zone;
  return zone;
exception when invalid_parameter_value then
  return 'UTC';
end $$;

-- Counts new messages.
create or replace function roll_up_messages() returns trigger
  language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  insert into public.message_rollup as known (tenant_id, day, channel, group_ids, direction, category, urgency, messages, covered,
    uncovered)
    select fresh.tenant_id, (posted_at at time zone rollup_zone)::date, channel, group_ids, direction, category, urgency, count(*),
      count(*) filter (where is_covered), count(*) filter (where not is_covered)
    from fresh join public.organization on organization.tenant_id = fresh.tenant_id
    where {{isSaid fresh}}
    group by 1, 2, 3, 4, 5, 6, 7 order by 1, 2, 3, 4, 5, 6, 7
    on conflict (tenant_id, day, channel, group_key, direction, category, urgency)
    do update set messages = known.messages + excluded.messages, covered = known.covered + excluded.covered,
      uncovered = known.uncovered + excluded.uncovered;
  insert into public.conversation_day as known (tenant_id, day, conversation_id, author, direction, group_ids, channel,
    author_user_id, author_contact_id, messages, first_at, last_at)
    select fresh.tenant_id, (posted_at at time zone rollup_zone)::date, conversation_id,
      coalesce(author_user_id::text, author_contact_id::text, author_address), direction, group_ids, channel, author_user_id,
      case when author_user_id is null then author_contact_id end, count(*), min(posted_at), max(posted_at)
    from fresh join public.organization on organization.tenant_id = fresh.tenant_id
    where {{isSaid fresh}}
    group by 1, 2, 3, 4, 5, 6, 7, 8, 9 order by 1, 2, 3, 4, 5, 6
    on conflict (tenant_id, day, conversation_id, author, direction, group_key)
    do update set messages = known.messages + excluded.messages, first_at = least(known.first_at, excluded.first_at),
      last_at = greatest(known.last_at, excluded.last_at);
  return null;
end $$;

-- Counts a message again that reached further groups, left the organization after all, or was read again. Its person's day is counted from the messages, for a first
-- or last time cannot be taken back otherwise.
create or replace function roll_up_changes() returns trigger
  language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare
  zone text := (select rollup_zone from public.organization where tenant_id = new.tenant_id);
  was_said boolean := {{isSaid old}};
  is_said boolean := {{isSaid new}};
  its_day date := (new.posted_at at time zone zone)::date;
begin
  if zone is null then return null; end if;
  if was_said then
    update public.message_rollup
      set messages = messages - 1, covered = covered - (old.is_covered is true)::int, uncovered = uncovered - (old.is_covered is false)::int
      where tenant_id = old.tenant_id and day = its_day and channel = old.channel and group_key = old.group_key
        and direction = old.direction and category = old.category and urgency = old.urgency;
  end if;
  if is_said then
    insert into public.message_rollup as known (tenant_id, day, channel, group_ids, direction, category, urgency, messages, covered,
      uncovered)
      values (new.tenant_id, its_day, new.channel, new.group_ids, new.direction, new.category, new.urgency, 1,
        (new.is_covered is true)::int, (new.is_covered is false)::int)
      on conflict (tenant_id, day, channel, group_key, direction, category, urgency)
      do update set messages = known.messages + 1, covered = known.covered + excluded.covered,
        uncovered = known.uncovered + excluded.uncovered;
  end if;
  if was_said <> is_said or is_said and (old.group_ids is distinct from new.group_ids or old.direction <> new.direction) then
    delete from public.conversation_day
      where tenant_id = new.tenant_id and conversation_id = new.conversation_id and day = its_day;
    insert into public.conversation_day (tenant_id, day, conversation_id, author, direction, group_ids, channel, author_user_id,
      author_contact_id, messages, first_at, last_at)
      select tenant_id, its_day, conversation_id, coalesce(author_user_id::text, author_contact_id::text, author_address),
        direction, group_ids, channel, author_user_id, case when author_user_id is null then author_contact_id end,
        count(*), min(posted_at), max(posted_at)
      from public.message
      where tenant_id = new.tenant_id and conversation_id = new.conversation_id
        and posted_at >= public.day_starts(its_day, zone) and posted_at < public.day_starts(its_day + 1, zone)
        and {{isSaid message}}
      group by 1, 2, 3, 4, 5, 6, 7, 8, 9;
  end if;
  return null;
end $$;
