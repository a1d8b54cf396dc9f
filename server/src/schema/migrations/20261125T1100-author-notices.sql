-- When the author of an event's message was last sent a note. A column that is null, so nothing waits. The previous release does
-- not know it, and sends no notes.

alter table cognitive_event add column author_notified_at timestamptz;
grant update (author_notified_at) on cognitive_event to verbatim_app;
