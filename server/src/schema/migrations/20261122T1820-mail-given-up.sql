-- Counts the mails that were given up, for operators. Locks mail against writes while the index is built, a second for a million
-- mails. The previous release runs on it.

create index mail_failed on mail (tenant_id) where state = 'failed';
