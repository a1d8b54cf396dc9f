-- Only a tenant's rows are seen again.
alter table coverage_hour force row level security;
