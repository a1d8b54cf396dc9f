-- Figures for operators: how much work waits and was done, summed over all organizations and naming none.

-- The time in an id, from its first 48 bits.
create or replace function time_of_id(id text) returns timestamptz
  language sql immutable set search_path = pg_catalog, public, pg_temp as
$$ select to_timestamp(('x' || substr(replace(id, '-', ''), 1, 12))::bit(48)::bigint / 1000.0) $$;

-- Each figure with its count and its oldest time; waiting_work counts work that no worker has taken yet.
create or replace function operation_figures() returns table (figure text, amount bigint, oldest timestamptz)
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as
$$
  select 'absent', count(*), public.time_of_id(min(id::text)) from public.attachment
    where state = 'stored' and reading = 'waiting' and reading_reason is not null
  union all
  select 'gaps', count(*), null from public.attachment where state = 'gap'
  union all
  select 'quarantined', count(*), min(quarantined_at) from public.quarantined_record
  union all
  -- Accounts that have received nothing for longer than expected or usual, as in domains/accounts/checks.ts.
  select 'silent', count(*), null from public.channel_account account
    join public.organization on organization.tenant_id = account.tenant_id and organization.closed_at is null
    left join public.account_counters counters on counters.tenant_id = account.tenant_id and counters.account_id = account.id
    where account.status = 'active' and coalesce(account.expected_hours, counters.usual_hours) is not null
      and greatest(coalesce(counters.last_event_at, account.created_at), account.connected_at)
        < now() - make_interval(hours => coalesce(account.expected_hours, counters.usual_hours))
  union all
  select unnest(array['accepted', 'duplicate', 'refused']),
    unnest(array[coalesce(sum(accepted), 0), coalesce(sum(duplicate), 0), coalesce(sum(refused), 0)])::bigint, null
    from public.account_counters
$$;
