-- What outside people wrote, by theme, in an index that holds what figures read. Sets of groups are too large for an index. The previous
-- release uses it, too.
create index message_theme_of_contacts on message_theme (tenant_id, posted_at) include (theme_id, author, author_contact_id, category)
  where direction = 'inbound' and author_user_id is null;
