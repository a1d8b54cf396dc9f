-- How often an account is expected to receive something. A column without a default, so nothing waits; the previous release
-- does not know it.

alter table channel_account add column expected_hours integer check (expected_hours between 1 and 8760);
grant update (expected_hours) on channel_account to verbatim_app;
