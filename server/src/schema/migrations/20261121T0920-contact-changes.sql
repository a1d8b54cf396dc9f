-- A change of a contact with consequences is kept as one: its number or share level, the merges and the closed
-- conversations are undone together.
-- A new table, and a column of contact_merge, which is locked for as long as its rows take: as many as merges of the
-- past. The previous release reads contacts on it, but no merges of the past, and makes none.

create table contact_change (
  tenant_id  uuid not null,
  id         uuid not null,                            -- also names what it closed: conversation.closing_id
  contact_id uuid not null,
  at         timestamptz not null,
  by_name    text not null,                            -- of then
  undo_until timestamptz not null,
  undone_at  timestamptz,
  closed     integer not null,                         -- conversations
  before     jsonb,                                    -- share level, owner and addresses; null where the contact
  after      jsonb,                                    -- itself became part of another
  primary key (tenant_id, id),
  foreign key (tenant_id, contact_id) references contact (tenant_id, id)
);
create index contact_change_by_contact on contact_change (tenant_id, contact_id);
select tenant_table('contact_change', 'select, insert, update');

-- The owner is held to row-level security, too.
alter table contact_merge no force row level security;
alter table contact_change no force row level security;

insert into contact_change (tenant_id, id, contact_id, at, by_name, undo_until, undone_at, closed)
  select tenant_id, id, from_id, at, by_name, undo_until, undone_at, 0 from contact_merge;
alter table contact_merge add column change_id uuid;
update contact_merge set change_id = id;
alter table contact_merge
  alter column change_id set not null,
  add foreign key (tenant_id, change_id) references contact_change (tenant_id, id),
  drop column at, drop column by_name, drop column undo_until;
create index contact_merge_by_change on contact_merge (tenant_id, change_id);

alter table contact_change force row level security;
alter table contact_merge force row level security;
