-- The accounts that were added or reconnected here, whose connection a process has, or may take, across all organizations: one query a second. Those of channels of
-- `by_owner` are opened once they are linked, or while someone wants to link them. While a provider is asked to connect an account or to let it go,
-- no process has its connection.
create or replace function due_collections(process text, channels text[], by_owner text[], at timestamptz, most integer)
  returns table (tenant_id uuid, account_id uuid, held_until timestamptz, wanted text)
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as
$$
  select a.tenant_id, a.id, case when s.holder = process and s.held_until > at then s.held_until end,
    case when s.wanted_until > at then s.wanted_kind end
  from public.channel_account a
  join public.organization o on o.tenant_id = a.tenant_id and o.closed_at is null
  join public.account_session s on s.tenant_id = a.tenant_id and s.account_id = a.id
  where a.channel = any (channels) and a.removed_at is null and a.source_id is null
    and a.status <> 'inactive' and a.request is null
    and (a.problem is null or a.problem in ('unreachable', 'outdated'))
    and (a.channel <> all (by_owner) or a.status = 'active' or s.is_linked or s.wanted_until > at)
    and (s.holder = process and s.held_until > at
      or (s.holder is null or s.holder = process or s.held_until <= at) and s.try_after <= at)
  order by 3 desc nulls last, s.try_after nulls first limit most
$$;

-- Whether another organization's account of the channel is linked under this address: one row, or none. One daemon may serve all organizations: it
-- hands what a number receives to each that asks, and forgets the number for all.
create or replace function linked_elsewhere(asked_channel text, asked_address text) returns table (is_linked boolean)
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as
$$
  select true from public.channel_account a
  join public.organization o on o.tenant_id = a.tenant_id and o.closed_at is null
  join public.account_session s on s.tenant_id = a.tenant_id and s.account_id = a.id and s.is_linked
  where a.tenant_id <> nullif(current_setting('app.tenant_id', true), '')::uuid
    and a.channel = asked_channel and a.address = asked_address and a.removed_at is null
    and a.status <> 'inactive' and (a.problem is null or a.problem in ('unreachable', 'outdated'))
  limit 1
$$;
