-- Keeps the direction of a message, but that an internal one turns out to have left the organization: each report names some of a mail's
-- recipients, and only all of them say who got it. A line that becomes its message has that one's.
create or replace function keep_direction() returns trigger
  language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if new.direction = old.direction or old.direction = 'internal' and new.direction = 'outbound'
    or {{isLine old}} and current_user = 'verbatim_search' then
    return new;
  end if;
  raise exception 'the direction of message % is kept', old.id using errcode = 'insufficient_privilege';
end $$;
