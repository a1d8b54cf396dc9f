-- Hours from before the triggers. What they add meanwhile stays.
update channel_account set compared_hours = compared_hours + compared.hours
from (
  select tenant_id, account_id, range_agg(tstzrange(hour, hour + interval '1 hour')) as hours
  from coverage_hour where compared_at >= hour + interval '1 hour' group by tenant_id, account_id
) compared
where channel_account.tenant_id = compared.tenant_id and channel_account.id = compared.account_id;
