-- Counts the mails that were given up, for operators. Locks mail against writes while the index is built, a second for a million
-- mails. The tables are as they were, but functions that the previous release calls are gone: its workers and its journal
-- intake fail beside this one and go on after their restart. Nothing is lost meanwhile.

create index mail_failed on mail (tenant_id) where state = 'failed';
