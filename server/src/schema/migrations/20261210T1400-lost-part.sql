-- Of a gap that outlasted what its provider keeps, only the first part is lost. Without a time, all of it is: also where a
-- node of the previous release notes its end meanwhile. Locks the table of gaps for a moment. The previous release runs on with it.

alter table account_gap add column lost_before timestamptz;
grant update (lost_before) on account_gap to verbatim_app;
