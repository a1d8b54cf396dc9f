-- Groups and permission profiles that people change: whose change was decided on what, who is looked up by what, and
-- the law that nobody is left without a group or a profile.
-- New columns with defaults, indexes on small tables, triggers on deletions: takes no lock anybody waits for long. The
-- previous release runs on it; it deletes no membership.

alter table conversation_group add column version integer not null default 1;
alter table permission_profile add column version integer not null default 1;

create index conversation_group_contact_by_contact on conversation_group_contact (tenant_id, contact_id);
create index permission_profile_group_by_group on permission_profile_group (tenant_id, group_id);

-- Each messenger user and contact remains in at least one group, each platform user in at least one profile. Judged when
-- the transaction commits, so that somebody can be moved; the person's row is locked first, so that two who take the
-- last two memberships away do not both find the other one standing. Who is gone, or has no such role, needs none.
-- SQLSTATE VB001 is a group's, VB002 a profile's.
create function keep_a_group() returns trigger language plpgsql set search_path = pg_catalog, public as $$
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
    perform from contact where tenant_id = old.tenant_id and id = old.contact_id for no key update;
    if found and not exists (
      select from conversation_group_contact where tenant_id = old.tenant_id and contact_id = old.contact_id
    ) then
      raise exception 'Contact % would be in no group', old.contact_id using errcode = 'VB001';
    end if;
  end if;
  return null;
end $$;
revoke execute on function keep_a_group() from public;

create function keep_a_profile() returns trigger language plpgsql set search_path = pg_catalog, public as $$
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
revoke execute on function keep_a_profile() from public;

create constraint trigger keep_a_group after delete on conversation_group_member
  deferrable initially deferred for each row execute function keep_a_group();
create constraint trigger keep_a_group after delete on conversation_group_contact
  deferrable initially deferred for each row execute function keep_a_group();
create constraint trigger keep_a_profile after delete on permission_profile_member
  deferrable initially deferred for each row execute function keep_a_profile();
