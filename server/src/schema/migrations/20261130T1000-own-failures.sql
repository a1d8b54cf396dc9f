-- How often the connection ended at a mail: one at which it ends each time, while others are taken, waits for people. Whether others
-- are taken is read beside the settings, which are one row, so the mails need no further index, and nothing is scanned or rewritten.
-- The previous release does not know the columns: it tries such a mail without end.

alter table archive_mail add column cuts smallint not null default 0, add column cut_at timestamptz;
grant update (cuts, cut_at) on archive_mail to verbatim_app;
alter table archiving add column taken_at timestamptz;
grant update (taken_at) on archiving to verbatim_app;
