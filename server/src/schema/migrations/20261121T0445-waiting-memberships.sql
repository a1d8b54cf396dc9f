-- Finds those who joined or left a conversation before anything was said in it.
-- New index: blocks writes to this table while it is built. Safe with the previous release.
create index message_event_homeless on message_event (tenant_id, account_id)
  where kind = 'membership' and conversation_id is null;
