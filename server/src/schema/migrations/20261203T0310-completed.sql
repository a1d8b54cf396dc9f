-- A further copy of a message may add what was empty so far. The trigger that keeps what a message says allows that, and nothing
-- else that it did not allow before. No lock. The previous release completes nothing, and runs on it.

create or replace function keep_understood() returns trigger language plpgsql
  set search_path = pg_catalog, public, pg_temp as $$
begin
  if (new.content_type, new.subject, new.format, new.others, new.attachment_count)
      is not distinct from (old.content_type, old.subject, old.format, old.others, old.attachment_count)
    and (old.reply_to_key is null or new.reply_to_key is not distinct from old.reply_to_key)
    and new.flags @> old.flags
    and (old.structured is null or jsonb_typeof(old.structured) = 'object' and jsonb_typeof(new.structured) = 'object'
      and not exists (select from jsonb_each(old.structured) was where new.structured -> was.key is distinct from was.value)) then
    return new;
  end if;
  if old.content_type <> 'unsupported' or not exists (
    select from public.message_reread noted where noted.tenant_id = old.tenant_id and noted.message_id = old.id) then
    raise exception 'what message % says is kept', old.id using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;
