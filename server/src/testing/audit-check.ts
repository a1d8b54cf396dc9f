/**
 * The law of every test: an entry of the audit trail about a change says what changed, in fields or in numbers. A new password is
 * the exception, of which nothing may be said.
 */
export const everyChangeIsSaid = `do $$
declare
  silent text;
begin
  select string_agg(distinct type, ', ') into silent from audit_event
  where type ~ '_(updated|changed|renamed|merged)$' and type <> 'password_changed'
    and changes = '[]'::jsonb and counts = '{}'::jsonb;
  if silent is not null then
    raise exception 'The audit trail does not say what changed: %', silent;
  end if;
end $$`
