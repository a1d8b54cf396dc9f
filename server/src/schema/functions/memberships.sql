-- Each messenger user and contact stays in at least one group, each platform user in at least one profile. This is checked
-- when the transaction commits, so that people can be moved. The person's row is locked first, so two transactions that
-- remove the last two memberships cannot each rely on the other one. Removed and archived people, and people without such a
-- role, need none. SQLSTATE VB001 means no group, VB002 no profile. Triggers on the tables call these.

create or replace function keep_a_group() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if tg_table_name = 'conversation_group_member' then
    perform from tenant_user where tenant_id = old.tenant_id and id = old.user_id and messenger_role <> 'none'
      and removed_at is null for no key update;
    if found and not exists (
      select from conversation_group_member where tenant_id = old.tenant_id and user_id = old.user_id
    ) then
      raise exception 'User % would be in no group', old.user_id using errcode = 'VB001';
    end if;
  else
    perform from contact where tenant_id = old.tenant_id and id = old.contact_id and archived_at is null
      for no key update;
    if found and not exists (
      select from conversation_group_contact where tenant_id = old.tenant_id and contact_id = old.contact_id
    ) then
      raise exception 'Contact % would be in no group', old.contact_id using errcode = 'VB001';
    end if;
  end if;
  return null;
end $$;

-- A reactivated contact needs a group too: its groups may have been deleted meanwhile.
create or replace function keep_a_group_again() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  -- Locks the row, so a transaction that deletes the group waits and then finds an active contact.
  perform from conversation_group_contact where tenant_id = new.tenant_id and contact_id = new.id for key share;
  if not found and exists (
    select from contact where tenant_id = new.tenant_id and id = new.id and archived_at is null
  ) then
    raise exception 'Contact % would be in no group', new.id using errcode = 'VB001';
  end if;
  return null;
end $$;

create or replace function keep_a_profile() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  perform from tenant_user where tenant_id = old.tenant_id and id = old.user_id and role <> 'none'
    and removed_at is null for no key update;
  if found and not exists (
    select from permission_profile_member where tenant_id = old.tenant_id and user_id = old.user_id
  ) then
    raise exception 'User % would have no permission profile', old.user_id using errcode = 'VB002';
  end if;
  return null;
end $$;
