-- Finds the deletions, reactions, receipts and changes of members of a day: the summary of archiving counts them. Events can be read while it
-- is made; new ones wait. The previous release does not notice it.
create index message_event_by_capture on message_event (tenant_id, kind, captured_at);
