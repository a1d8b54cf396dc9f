-- An organization that waits for its first administrator: the one link that makes somebody that.
-- New table: takes no lock anybody waits for. Safe with the previous release.

create table organization_set_up (
  tenant_id  uuid not null primary key,
  token_hash bytea not null,                          -- a stolen table opens nothing
  expires_at timestamptz not null
);
select tenant_table('organization_set_up', 'select, insert, update, delete');
