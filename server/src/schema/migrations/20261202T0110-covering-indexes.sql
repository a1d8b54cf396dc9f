-- Indexes that hold what figures read, so that they need no rows of the table. Sets of groups are too large for an index. The previous
-- release uses them, too.

-- What outside people wrote, by theme.
create index message_theme_of_contacts on message_theme (tenant_id, posted_at) include (theme_id, author, author_contact_id, category)
  where direction = 'inbound' and author_user_id is null;

drop index opening_of_conversations;
create index opening_of_conversations on opening (tenant_id, posted_at) include (conversation_id) where opens_conversation;
drop index opening_of_bursts;
create index opening_of_bursts on opening (tenant_id, posted_at) include (conversation_id, answered_at) where opens_burst;
