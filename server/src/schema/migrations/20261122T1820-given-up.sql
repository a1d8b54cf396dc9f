-- Counts what was given up, for operators. Locks mail against writes while its index is built, a second for a million mails;
-- exports and imports are few. The tables are as they were, but functions that the previous release calls are gone: its workers
-- and its journal intake fail beside this one and go on after their restart. Nothing is lost meanwhile.

create index mail_failed on mail (tenant_id) where state = 'failed';
create index export_failed on export (tenant_id) where state = 'failed';
create index import_failed on import (tenant_id) where state = 'failed';
