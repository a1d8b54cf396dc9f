-- When an archive took a mail after its last problem. It is beside the settings, which are one row, so the mails need no further index. A
-- file of its own, so that no file locks two tables that are in use.

alter table archiving add column taken_at timestamptz;
grant update (taken_at) on archiving to verbatim_app;
