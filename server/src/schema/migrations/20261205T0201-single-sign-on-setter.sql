-- Whose rights limit what a provider of single sign-on may vouch for: the role in which it was set. One row for each organization, so
-- nothing waits. What was set before counts as set by an Admin, until a Super Admin saves it. The previous release does not know the column,
-- and leaves it as it is.
alter table single_sign_on add column set_in_role text not null default 'tenant_admin'
  check (set_in_role in ('super_admin', 'tenant_admin', 'analyst', 'compliance', 'manager', 'none'));
grant update (set_in_role) on single_sign_on to verbatim_app;
