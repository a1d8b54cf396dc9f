-- A search of messages by recipient reads whose the accounts were that have changed hands. Granting locks the table for a moment, and the
-- previous release runs on it unchanged.

select read_by_functions('account_former_owner', 'search_reads');
