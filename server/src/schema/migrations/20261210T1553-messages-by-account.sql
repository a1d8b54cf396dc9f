-- Finds the messages of an account by their time: comparing its list both ways read those of all accounts. Messages can be read while it is
-- made; new ones wait. It serves what the index without the time did.
create index message_by_account_and_time on message (tenant_id, account_id, posted_at);
