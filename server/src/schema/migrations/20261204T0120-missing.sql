-- A line stands for a message that did not come, and becomes it. Rights to columns of such lines, and triggers that refuse them for any other;
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

-- Whose a message is, when and where it was said, and by which record, is only learnt of a line that stands for one.
create function keep_said() returns trigger language plpgsql
  set search_path = pg_catalog, public, pg_temp as $$
begin
  if old.content_type <> 'missing'
    and (new.message_key, new.record_id, new.account_id, new.author_address, new.author_name, new.author_user_id, new.author_contact_id,
      new.direction, new.posted_at, new.captured_at) is distinct from
      (old.message_key, old.record_id, old.account_id, old.author_address, old.author_name, old.author_user_id, old.author_contact_id,
      old.direction, old.posted_at, old.captured_at) then
    raise exception 'whose message % is, and when it was said, is kept', old.id using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;
revoke execute on function keep_said() from public;
create trigger keep_said before update of message_key, record_id, account_id, author_address, author_name, author_user_id,
  author_contact_id, direction, posted_at, captured_at on message for each row execute function keep_said();
grant update (message_key, record_id, account_id, author_address, author_name, author_user_id, author_contact_id, direction, posted_at,
  captured_at) on message to verbatim_app;
create trigger note_moved after update of posted_at on message
  for each row when (old.posted_at is distinct from new.posted_at) execute function note_moved();
