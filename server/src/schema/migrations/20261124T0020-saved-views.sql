-- Questions of lists that people keep under a name. A new table, so nothing waits, and the previous release does not know it.

create table saved_view (
  tenant_id  uuid not null,
  id         uuid not null,
  list       text not null,
  owner_id   uuid,                                     -- null: its owner has left, and it is shared
  name       text not null,
  name_key   text not null,
  question   jsonb not null,
  is_shared  boolean not null,
  created_at timestamptz not null,
  version    integer not null default 1,
  primary key (tenant_id, id),
  unique (tenant_id, list, owner_id, name_key),
  foreign key (tenant_id, owner_id) references tenant_user (tenant_id, id),
  check (owner_id is not null or is_shared)
);
select tenant_table('saved_view', 'select, insert, update (owner_id, name, name_key, question, is_shared, version), delete');
