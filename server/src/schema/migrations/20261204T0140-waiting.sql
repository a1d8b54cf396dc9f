-- When an event's message counts as missing is set for what the previous release takes, too, and may be moved. Lines begin an hour after
-- this, in which the nodes of the previous release end: one would take the message of a line for another version of it. Only rows that wait
-- are changed. The trigger locks events for a moment.

create function wait_for_message() returns trigger language plpgsql
  set search_path = pg_catalog, public, pg_temp as $$
begin
  new.missing_at := new.captured_at + interval '7 days';
  return new;
end $$;
revoke execute on function wait_for_message() from public;
create trigger wait_for_message before insert on message_event for each row
  when (new.message_id is null and new.target_key is not null and new.missing_at is null) execute function wait_for_message();
grant update (missing_at) on message_event to verbatim_app;
alter table message_event no force row level security;
update message_event set missing_at = greatest(captured_at + interval '7 days', now() + interval '1 hour')
where message_id is null and target_key is not null and (missing_at is null or missing_at < now() + interval '1 hour');
alter table message_event force row level security;
