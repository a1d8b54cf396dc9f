-- Whose accounts were when: one home for all who read it. Capture asks `domains/accounts/former-owners.ts`, which says the same.
-- Source: docs/decisions/0154-former-owners.md.

-- The owners of an account that has changed hands, each with the time from which and until which it was theirs; no one's, with null. Nothing of an account
-- that has not, nor of the time since an account is no one's: its number belongs to whom the organization says.
create or replace function account_owners(tenant uuid, account uuid)
  returns table (owner_id uuid, since timestamptz, until timestamptz)
  language sql stable security invoker rows 2 set search_path = pg_catalog, public, pg_temp as $$
  select former.owner_id, lag(former.until, 1, '-infinity') over (order by former.until), former.until
    from public.account_former_owner former where former.tenant_id = tenant and former.account_id = account
  union all
  select owned.owner_id, changed.until, 'infinity'
    from public.channel_account owned
    cross join lateral (select max(former.until) as until from public.account_former_owner former
      where former.tenant_id = owned.tenant_id and former.account_id = owned.id) changed
    where owned.tenant_id = tenant and owned.id = account and owned.owner_id is not null and changed.until is not null
$$;

-- Whom the own address of an account meant at a time; whom it is `known` to mean, unless the account has changed hands.
create or replace function account_user_at(tenant uuid, account uuid, at timestamptz, known uuid) returns uuid
  language sql stable security invoker set search_path = pg_catalog, public, pg_temp as $$
  select case when count(*) = 0 then known else (array_agg(owned.owner_id))[1] end
  from public.account_owners(tenant, account) owned where at >= owned.since and at < owned.until
$$;
