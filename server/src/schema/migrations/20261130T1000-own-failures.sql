-- How often the connection ended at a mail: one at which it ends each time, while others are taken, waits for people. Columns that are
-- the same for all rows, so none is rewritten. The previous release does not know them: it tries such a mail without end.

alter table archive_mail add column cuts smallint not null default 0, add column cut_at timestamptz;
grant update (cuts, cut_at) on archive_mail to verbatim_app;
