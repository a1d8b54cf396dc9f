-- An edit may replace the files of a message, and its content that is not text: each version says what it has. Columns of the table of
-- versions, which is locked for a moment. The previous release keeps only the texts of edits; they can be read again.

alter table message_revision
  add column files      smallint[],                     -- the ordinals of its files; null: those of the version before it
  add column brought    smallint[] not null default '{}', -- of these, the ones that came with it
  add column structured jsonb;                          -- null: that of the version before it

-- What a message says is kept, as before; but files that came with an edit count too.
create or replace function keep_understood() returns trigger language plpgsql
  set search_path = pg_catalog, public, pg_temp as $$
begin
  if (new.content_type, new.subject, new.format, new.others)
      is not distinct from (old.content_type, old.subject, old.format, old.others)
    and (new.attachment_count = old.attachment_count or new.attachment_count > old.attachment_count and new.attachment_count = (
      select count(*) from public.attachment file where file.tenant_id = old.tenant_id and file.message_id = old.id))
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
