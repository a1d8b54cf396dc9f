-- Finds the edits of a day: the summary of archiving counts them. Versions can be read while it is made; new ones wait. The previous release
-- does not notice it.
create index message_revision_by_capture on message_revision (tenant_id, captured_at) where revision > 1;
