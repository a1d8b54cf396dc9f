-- A line stands for a message that did not come, and becomes it. Rights to such lines, and a trigger that lets them become a message;
-- nothing waits. The previous release makes no such line, and shows one as a message without a text.

-- A line that stands for a message becomes that message once it comes. What a message says is kept otherwise.
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
  if old.content_type not in ('unsupported', 'missing') or new.content_type = 'missing' or not exists (
    select from public.message_reread noted where noted.tenant_id = old.tenant_id and noted.message_id = old.id) then
    raise exception 'what message % says is kept', old.id using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;

-- Whose a message is, by which record, and when it was said, is kept: the serving role has no right to it. A function changes it, of lines
-- alone.
grant update (record_id, account_id, message_key, direction, author_address, author_name, author_user_id, author_contact_id, posted_at,
  captured_at) on message to verbatim_search;
create policy becoming on message for update to verbatim_search using (content_type = 'missing') with check (content_type = 'missing');
