-- Finds the messages that arrived late, of which there are few. Apart from their counts, so that one migration locks one table: messages can
-- be read while it is made. The previous release does not notice it.

create index message_late on message (tenant_id, posted_at) where 'late' = any(flags);
