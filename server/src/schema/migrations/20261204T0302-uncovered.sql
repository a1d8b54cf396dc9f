-- Finds the messages that no policy looked at. Apart from the column, so that messages can be read while it is made.

create index message_uncovered on message (tenant_id, posted_at) where is_covered is false;
