-- A search of messages by permission profile reads what the profiles grant. Granting locks each table for a moment, and the
-- previous release runs on it unchanged.

select read_by_functions('permission_profile', 'directory');
select read_by_functions('permission_profile_group', 'directory');
