-- Messages that mention to go on elsewhere, in some ways, and when they were said. Source: docs/decisions/0122-off-channel.md.
create or replace function searched_off_channel(tenant uuid, test text, vals text[]) returns text
  language sql stable set search_path = pg_catalog, public, pg_temp as $$
  select case test
    when 'in'     then held || format(' and o.way = any(%L::text[]))', vals)
    when 'nin'    then 'not ' || held || format(' and o.way = any(%L::text[]))', vals)
    when 'empty'  then 'not ' || held || ')'
    when 'nempty' then held || ')'
  end
  from (select format('exists (select from public.off_channel_mention o where o.tenant_id = %L::uuid and o.message_id = m.id', tenant)
    as held) mentioned
$$;

-- When the message of a mention was said, which is never changed.
create or replace function note_mentioned_at() returns trigger
  language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  new.posted_at := (select posted_at from public.message where tenant_id = new.tenant_id and id = new.message_id);
  return new;
end $$;
