-- Rows of tenants are closed again.
alter table channel_account force row level security;
