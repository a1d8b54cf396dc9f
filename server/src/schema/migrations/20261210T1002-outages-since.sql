-- Outages of before began at the latest with the oldest mail that waits for their receiver. Apart, so that one table waits at a time: mails are
-- locked only while few rows of the new table are written. The owner sees no rows of a tenant otherwise.
alter table archive_mail no force row level security;
alter table archive_outage no force row level security;
update archive_outage outage set began_at = least(outage.began_at, (
  select min(mail.created_at) from archive_mail mail where mail.tenant_id = outage.tenant_id and mail.state in ('queued', 'deferred')
    and mail.problem = outage.problem));
alter table archive_outage force row level security;
alter table archive_mail force row level security;
