-- What concerns one user: events that others gave them, moved or commented on, and mentions. A new table and a column with
-- a default that is stored once, so nothing waits; the previous release writes comments without mentions.

create table inbox_item (
  tenant_id  uuid not null,
  id         uuid not null,
  user_id    uuid not null,
  kind       text not null check (kind in ('assigned', 'unassigned', 'moved', 'commented', 'mentioned')),
  at         timestamptz not null,
  actor_name text not null,
  event_id   uuid not null,                           -- the first of `events`
  events     integer not null,
  comment_id uuid,
  read_at    timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, user_id) references tenant_user (tenant_id, id),
  foreign key (tenant_id, event_id) references cognitive_event (tenant_id, id),
  foreign key (tenant_id, comment_id) references event_comment (tenant_id, id)
);
create index inbox_item_of_user on inbox_item (tenant_id, user_id, id desc);
create index inbox_item_unread on inbox_item (tenant_id, user_id) where read_at is null;
create index inbox_item_by_age on inbox_item (tenant_id, at);
select tenant_table('inbox_item', 'select, insert, update (read_at), delete');

alter table event_comment add column mentions jsonb not null default '[]';
