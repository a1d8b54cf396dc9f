-- A former owner of an account is a person of the organization. The table has no rows yet; people wait for a moment. The previous release
-- does not know it.
alter table account_former_owner
  add foreign key (tenant_id, owner_id) references tenant_user (tenant_id, id);
