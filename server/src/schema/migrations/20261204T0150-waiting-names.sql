-- Finds the events that wait for a message which they name in several ways. Few events wait, so the index is small.

create index message_event_named on message_event (tenant_id) where message_id is null and payload ? 'targetAliases';
