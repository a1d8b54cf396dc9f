-- Files were given up after four attempts that failed because of the database, such as a lock that was held for long. All that were given
-- up without being opened are tried again; one that kills its readers is given up again after four. Attachments are read once, and are
-- locked until then. The previous release reads these files too.
alter table attachment no force row level security;
update attachment set reading = 'waiting', reading_reason = null, read_attempts = 0
where state = 'stored' and reading = 'unreadable' and reading_reason = 'limits' and read_attempts > 4;
alter table attachment force row level security;
