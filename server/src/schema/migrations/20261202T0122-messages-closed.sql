-- Only a tenant's rows are seen again.
alter table message force row level security;
