-- Other names of a conversation: a person may be known by one first, and by another later. A new table, so nothing waits. The
-- previous release does not know it, and begins another conversation under the other name.

create table conversation_alias (
  tenant_id       uuid not null,
  account_id      uuid not null,
  alias           text not null,
  conversation_id uuid not null,
  primary key (tenant_id, account_id, alias),
  foreign key (tenant_id, conversation_id) references conversation (tenant_id, id)
);
select tenant_table('conversation_alias', 'select, insert');
