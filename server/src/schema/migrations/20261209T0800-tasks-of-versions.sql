-- The back-fill of an archive also looks at versions, captured in its time, of messages from before. A column of the table of tasks, which
-- is locked for a moment. The previous release ends a task of this one without them.
alter table archive_task
  add column versions boolean not null default false; -- whether it has come to the versions of earlier messages
grant update (versions) on archive_task to verbatim_app;
