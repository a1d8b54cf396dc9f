-- A contact that is in force again is in a group, like every other: those it was in may have been deleted meanwhile.
-- A new trigger: takes the table for a moment. Safe with the previous release, whose undo is refused where it broke this.

create function keep_a_group_again() returns trigger language plpgsql set search_path = pg_catalog, public as $$
begin
  -- Locked, so that whoever deletes the group meanwhile waits, and then finds a contact that is in force.
  perform from conversation_group_contact where tenant_id = new.tenant_id and contact_id = new.id for key share;
  if not found and exists (
    select from contact where tenant_id = new.tenant_id and id = new.id and archived_at is null
  ) then
    raise exception 'Contact % would be in no group', new.id using errcode = 'VB001';
  end if;
  return null;
end $$;
revoke execute on function keep_a_group_again() from public;

create constraint trigger keep_a_group_again after update of archived_at on contact
  deferrable initially deferred for each row
  when (old.archived_at is not null and new.archived_at is null) execute function keep_a_group_again();
