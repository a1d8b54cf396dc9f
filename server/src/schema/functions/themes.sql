-- Keeps the row of a message's theme in step with the message. Source: docs/decisions/0111-themes.md.
create or replace function follow_message() returns trigger
  language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if not {{isSaid new}} then
    delete from public.message_theme where tenant_id = new.tenant_id and message_id = new.id;
  else
    update public.message_theme
      set group_ids = new.group_ids, category = new.category, urgency = new.urgency, direction = new.direction
      where tenant_id = new.tenant_id and message_id = new.id;
  end if;
  return null;
end $$;

-- Notes on which channels and with which groups the messages of themes are. What is no more so may stay noted.
create or replace function note_theme_reach() returns trigger
  language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  -- In one order, so that two writers do not wait for each other.
  insert into public.theme_reach (tenant_id, theme_id, channel, group_ids)
    select distinct tenant_id, theme_id, channel, group_ids from placed order by 1, 2, 3, 4
    on conflict do nothing;
  return null;
end $$;

-- What themes became: in place of those that were merged, what they were merged into at last. A theme is never merged into one
-- that was itself merged, so no chain leads back to its start. Source: docs/decisions/0111-themes.md.
create or replace function standing_themes(tenant uuid, themes uuid[]) returns uuid[]
  language sql stable security invoker set search_path = pg_catalog, public, pg_temp as $$
  with recursive became (id, into_id) as (
    select given, theme.merged_into from unnest(themes) given
      left join public.theme on theme.tenant_id = tenant and theme.id = given
    union
    select became.into_id, theme.merged_into from became
      join public.theme on theme.tenant_id = tenant and theme.id = became.into_id
  )
  select coalesce(array_agg(id) filter (where into_id is null), '{}') from became
$$;

-- The themes that messages of these have, or of what they became: with those of which messages are still moved.
create or replace function placed_themes(tenant uuid, themes uuid[]) returns uuid[]
  language sql stable security invoker set search_path = pg_catalog, public, pg_temp as $$
  select standing || array(select move.theme_id from public.theme_move move where move.tenant_id = tenant and move.into_id = any(standing))
  from (select public.standing_themes(tenant, themes) as standing) became
$$;

-- Messages of these themes, or of what they became.
create or replace function searched_theme(tenant uuid, test text, themes uuid[]) returns text
  language sql stable set search_path = pg_catalog, public, pg_temp as $$
  select case test
    when 'in'     then held || format(' and t.theme_id = any(%L::uuid[]))', placed_themes(tenant, themes))
    when 'nin'    then 'not ' || held || format(' and t.theme_id = any(%L::uuid[]))', placed_themes(tenant, themes))
    when 'empty'  then 'not ' || held || ')'
    when 'nempty' then held || ')'
  end
  from (select format('exists (select from public.message_theme t where t.tenant_id = %L::uuid and t.message_id = m.id', tenant)
    as held) placed
$$;

-- Messages of these sub-themes.
create or replace function searched_subtheme(tenant uuid, test text, subthemes uuid[]) returns text
  language sql stable set search_path = pg_catalog, public, pg_temp as $$
  select case test
    when 'in'     then held || format(' and t.subtheme_id = any(%L::uuid[]))', subthemes)
    when 'nin'    then 'not ' || held || format(' and t.subtheme_id = any(%L::uuid[]))', subthemes)
    when 'empty'  then 'not ' || held || ' and t.subtheme_id is not null)'
    when 'nempty' then held || ' and t.subtheme_id is not null)'
  end
  from (select format('exists (select from public.message_theme t where t.tenant_id = %L::uuid and t.message_id = m.id', tenant)
    as held) placed
$$;
