-- Some providers list only what is not older than a few days: what was not compared by then never can be. A new column, without a default,
-- so nothing waits.

alter table channel_account add column list_reach_hours integer check (list_reach_hours > 0); -- null: the list has everything
grant update (list_reach_hours) on channel_account to verbatim_app;

-- The owner sees no rows of a tenant otherwise, until 20261210T1312.
alter table channel_account no force row level security;
