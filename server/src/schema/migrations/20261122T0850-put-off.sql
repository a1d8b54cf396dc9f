-- Attempts at an export that ended for want of a database or a place for its file: they are no sign against it.
-- Adds a column with a constant default, which takes its lock for a moment. Safe with the previous release.

alter table export add column put_off smallint not null default 0;
