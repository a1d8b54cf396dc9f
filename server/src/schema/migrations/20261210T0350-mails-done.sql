alter table tenant_user force row level security;
