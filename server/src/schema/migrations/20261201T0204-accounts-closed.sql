-- Only a tenant's rows are seen again.
alter table channel_account force row level security;
