-- Only a tenant's rows are seen again.
alter table organization force row level security;
