-- Indexes that hold what figures read of openings. The previous release uses them, too.
drop index opening_of_conversations;
create index opening_of_conversations on opening (tenant_id, posted_at) include (conversation_id) where opens_conversation;
drop index opening_of_bursts;
create index opening_of_bursts on opening (tenant_id, posted_at) include (conversation_id, answered_at) where opens_burst;
