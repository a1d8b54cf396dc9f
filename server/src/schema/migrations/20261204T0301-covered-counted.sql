-- Of the messages of a count, those to which a policy applied, and those to which none did. The others are not known. Columns with
-- defaults; the triggers count for the previous release, too.

alter table message_rollup add column covered integer not null default 0;
alter table message_rollup add column uncovered integer not null default 0;
grant update (covered, uncovered) on message_rollup to verbatim_app;
