-- What another person says of a message that is not theirs waits for it, and makes no line. A function is replaced, so nothing waits. The
-- previous release marks no event as unconfirmed.
create or replace function wait_for_message() returns trigger language plpgsql
  set search_path = pg_catalog, public, pg_temp as $$
begin
  if not new.payload ? 'unconfirmed' then
    new.missing_at := new.captured_at + interval '7 days';
  end if;
  return new;
end $$;
