-- Hours of accounts that were compared with the list of their provider. Source: docs/decisions/0129-capture-completeness.md.

-- Adds hours that were listed to their ends to those of their accounts. One that was compared stays compared.
create or replace function note_compared_hours() returns trigger
  language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  update public.channel_account account set compared_hours = account.compared_hours + compared.hours
  from (
    select tenant_id, account_id, range_agg(tstzrange(hour, hour + interval '1 hour')) as hours
    from fresh where compared_at >= hour + interval '1 hour' group by tenant_id, account_id
  ) compared
  where account.tenant_id = compared.tenant_id and account.id = compared.account_id and not account.compared_hours @> compared.hours;
  return null;
end $$;
