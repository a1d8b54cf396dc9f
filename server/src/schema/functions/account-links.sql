-- An account is connected in several places: by its provider, by its first delivery, by its owner. Each uses up its link. A change of the
-- owner ends it: it was sent to the one before.
create or replace function end_account_links() returns trigger
  language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  update public.account_link link
    set used_at = case when new.status = 'active' and old.status <> 'active' then now() end,
        ended_at = case when new.status = 'active' and old.status <> 'active' then null else now() end
    where link.tenant_id = new.tenant_id and link.account_id = new.id and link.used_at is null and link.ended_at is null;
  return null;
end $$;
