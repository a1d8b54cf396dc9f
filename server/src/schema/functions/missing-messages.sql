-- Lines that stand for messages which did not come.

-- Lines become the messages that came: whose they are, by which record, and when they were said. Of any other message, this never changes.
create or replace function become_messages(lines jsonb) returns void
  language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  update public.message line set record_id = given.record_id, account_id = given.account_id, message_key = given.message_key,
    direction = given.direction, author_address = given.author_address, author_name = given.author_name,
    author_user_id = given.author_user_id, author_contact_id = given.author_contact_id, posted_at = given.posted_at, captured_at = given.captured_at
  from jsonb_to_recordset(lines) as given (id uuid, record_id uuid, account_id uuid, message_key text, direction text, author_address text,
    author_name text, author_user_id uuid, author_contact_id uuid, posted_at timestamptz, captured_at timestamptz)
  where line.tenant_id = public.searched_tenant() and line.id = given.id and {{isLine line}}
$$;

-- An event whose message has not come waits seven days for it. What another person says of a message that is not theirs makes no line.
create or replace function date_waiting_event() returns trigger language plpgsql
  set search_path = pg_catalog, public, pg_temp as $$
begin
  if not new.payload ? 'unconfirmed' then
    new.missing_at := new.captured_at + interval '7 days';
  end if;
  return new;
end $$;
