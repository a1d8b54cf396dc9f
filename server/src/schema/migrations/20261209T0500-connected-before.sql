-- When an account was connected before it was removed and came back. A column with a constant default of a table with a row for each
-- account, which waits for a moment. Existing accounts need none: connected_at and removed_at say when each was connected. The previous
-- release does not know the column: an account that it brings back counts as connected in between, as before.
alter table channel_account add column connected_before tstzmultirange not null default '{}';
grant update (connected_before) on channel_account to verbatim_app;
