-- The hours of an account that were compared to their ends, merged into ranges, so that the days of a year are not read hour by hour.
-- A column with a constant default, which is filled from `coverage_hour`; accounts and their hours wait until that is done. Triggers
-- keep it, also for the previous release.

alter table channel_account add column compared_hours tstzmultirange not null default '{}';
grant update (compared_hours) on channel_account to verbatim_app;

-- The owner sees no rows of a tenant otherwise.
alter table channel_account no force row level security;
alter table coverage_hour no force row level security;

lock table coverage_hour in share row exclusive mode;
update channel_account set compared_hours = compared.hours
from (
  select tenant_id, account_id, range_agg(tstzrange(hour, hour + interval '1 hour')) as hours
  from coverage_hour where compared_at >= hour + interval '1 hour' group by tenant_id, account_id
) compared
where channel_account.tenant_id = compared.tenant_id and channel_account.id = compared.account_id;

create trigger note_compared_hours after insert on coverage_hour referencing new table as fresh
  for each statement execute function note_compared_hours();
create trigger note_compared_again after update on coverage_hour referencing new table as fresh
  for each statement execute function note_compared_hours();

alter table coverage_hour force row level security;
alter table channel_account force row level security;
