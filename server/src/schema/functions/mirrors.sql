-- Copies of one message in several accounts. Source: docs/decisions/0171-copies-of-colleagues.md.

-- These messages, and all copies of them.
create or replace function copies_of(tenant uuid, messages uuid[]) returns uuid[]
  language sql stable security invoker set search_path = pg_catalog, public, pg_temp as $$
  with asked as materialized (
    select distinct coalesce(mirror_of, id) as first from public.message where message.tenant_id = tenant and id = any(messages)
  )
  select coalesce(array_agg(id), '{}') from (
    select first as id from asked
    union all
    select message.id from asked join public.message on message.tenant_id = tenant and message.mirror_of = asked.first
  ) copy
$$;

-- A message is in the place of another only if both have the same name and content, in two accounts, and stays so.
create or replace function keep_mirrors() returns trigger
  language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if (old.mirror_key is null or new.mirror_key is not distinct from old.mirror_key)
    and (new.mirror_of is not distinct from old.mirror_of or exists (
      select from public.message first where first.tenant_id = new.tenant_id and first.id = new.mirror_of
        and first.mirror_key = new.mirror_key and first.account_id <> new.account_id)) then
    return new;
  end if;
  raise exception 'message % is no copy of another', old.id using errcode = 'insufficient_privilege';
end $$;
