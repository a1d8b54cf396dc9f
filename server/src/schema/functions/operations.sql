-- What an operator is told: how much waits and has happened, over all organizations and naming none.

-- When an id was made, which is its first 48 bits.
create or replace function time_of_id(id text) returns timestamptz
  language sql immutable set search_path = pg_catalog, public, pg_temp as
$$ select to_timestamp(('x' || substr(replace(id, '-', ''), 1, 12))::bit(48)::bigint / 1000.0) $$;

-- How many of what there are, and since when the oldest waits that is due. What waits for a closed organization to be open again
-- is nobody's delay.
create or replace function operation_figures(at timestamptz) returns table (figure text, amount bigint, oldest timestamptz)
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as
$$
  select 'backlog', (select count(*) from public.record_backlog),
    (select public.time_of_id(min(first.record_id::text))
     from public.organization o
     cross join lateral (select b.record_id from public.record_backlog b
                         where b.tenant_id = o.tenant_id order by b.record_id limit 1) first)
  union all
  select 'media', count(*), public.time_of_id(min(id::text)) from public.attachment
    where state = 'pending' and tenant_id in (select public.open_tenants())
  union all
  select 'reading', count(*), public.time_of_id(min(id::text)) from public.attachment
    where state = 'stored' and reading = 'waiting' and reading_reason is null
  union all
  select 'absent', count(*), public.time_of_id(min(id::text)) from public.attachment
    where state = 'stored' and reading = 'waiting' and reading_reason is not null
  union all
  select 'gaps', count(*), null from public.attachment where state = 'gap'
  union all
  select 'exports', count(*), min(created_at) from public.export
    where state in ('queued', 'running') and tenant_id in (select public.open_tenants())
  union all
  select 'imports', count(*), min(created_at) from public.import
    where (state in ('checking', 'queued', 'running', 'undoing') or mails_due > 0) and tenant_id in (select public.open_tenants())
  union all
  select 'mail', count(*), min(due_at) from public.mail
    where state in ('queued', 'sending') and due_at <= at and tenant_id in (select public.open_tenants())
  union all
  select 'notifications', count(*), min(due_at) from public.notification_delivery
    where mailed_at is null and due_at <= at and tenant_id in (select public.open_tenants())
  union all
  select 'parked', count(*), min(parked_at) from public.parked_record
  union all
  select unnest(array['accepted', 'duplicate', 'refused']),
    unnest(array[coalesce(sum(accepted), 0), coalesce(sum(duplicate), 0), coalesce(sum(refused), 0)])::bigint, null
    from public.account_tally
$$;
