-- Which readers a theme may be known to, so that this is answered without reading its messages. The previous release does not
-- read it, and its writes keep it too, by the triggers.

create table theme_reach (
  tenant_id uuid not null,
  theme_id  uuid not null,
  channel   text not null,
  group_ids uuid[] not null,
  group_key bigint not null generated always as (hash_array_extended(group_ids, 0)) stored,  -- a set of any size, as one value
  primary key (tenant_id, theme_id, channel, group_key),
  foreign key (tenant_id, theme_id) references theme (tenant_id, id)
);
select tenant_table('theme_reach', 'select, insert, delete');
create trigger note_reach_of_placed after insert on message_theme
  referencing new table as placed for each statement execute function note_theme_reach();
create trigger note_reach_of_changed after update on message_theme
  referencing new table as placed for each statement execute function note_theme_reach();

-- The owner sees no rows of a tenant otherwise.
alter table message_theme no force row level security;
alter table theme_reach no force row level security;
insert into theme_reach (tenant_id, theme_id, channel, group_ids)
select distinct tenant_id, theme_id, channel, group_ids from message_theme;
alter table theme_reach force row level security;
alter table message_theme force row level security;
