/**
 * The law of every test: an entry of the audit trail about something that was created, changed, connected or removed says what changed, field by
 * field. A new password is the exception, of which nothing may be said.
 */
export const everyChangeIsSaid = `do $$
declare
  silent text;
begin
  select string_agg(distinct type, ', ') into silent from audit_event
  where type ~ '_(created|updated|changed|renamed|merged|deleted|undeleted|removed|restored|hidden|shown|closed|reopened|connected|disconnected|assigned)$'
    and type <> 'password_changed' and changes = '[]'::jsonb;
  if silent is not null then
    raise exception 'The audit trail does not say what changed: %', silent;
  end if;
end $$`
