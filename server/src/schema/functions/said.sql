-- Keeps what a message says. It may turn out to say more: a further copy of it brings fields that were empty, files come with an edit, and
-- words in its content are added after its texts. Content that was not understood, and the line of a message that did not come, become what
-- they are once what they said is noted.
create or replace function keep_said() returns trigger
  language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if (new.content_type, new.subject, new.format) is not distinct from (old.content_type, old.subject, old.format)
    and (new.others is not distinct from old.others or jsonb_typeof(new.others) = 'array'
      and jsonb_array_length(new.others) > coalesce(jsonb_array_length(old.others), 0)
      and not exists (select from jsonb_array_elements(new.others) with ordinality said(text, place)
        where case when said.place <= coalesce(jsonb_array_length(old.others), 0)
          then said.text is distinct from old.others -> (said.place - 1)::integer
          else coalesce(said.text ->> 'kind', '') not in ('content', 'card') end))
    and (new.attachment_count = old.attachment_count or new.attachment_count > old.attachment_count and new.attachment_count = (
      select count(*) from public.attachment file where file.tenant_id = old.tenant_id and file.message_id = old.id))
    and (old.reply_to_key is null or new.reply_to_key is not distinct from old.reply_to_key)
    and new.flags @> old.flags
    and (old.structured is null or jsonb_typeof(old.structured) = 'object' and jsonb_typeof(new.structured) = 'object'
      and not exists (select from jsonb_each(old.structured) was where new.structured -> was.key is distinct from was.value)) then
    return new;
  end if;
  if old.content_type <> 'unsupported' and not {{isLine old}} or {{isLine new}} or not exists (
    select from public.message_reread noted where noted.tenant_id = old.tenant_id and noted.message_id = old.id) then
    raise exception 'what message % says is kept', old.id using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;
