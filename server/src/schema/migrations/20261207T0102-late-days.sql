-- By how much late messages changed days that were over: what Key Metrics say of the past. A new table, filled by 20261207T0103. The previous
-- release does not know it: triggers count its messages, and count anew when it changes the zone. Of two tables that are in use, one
-- migration locks one.

create table late_day (
  tenant_id  uuid not null,
  day        date not null,                           -- of the messages
  arrived_on date not null,                           -- a later day
  channel    text not null,
  group_ids  uuid[] not null,
  group_key  bigint not null generated always as (hash_array_extended(group_ids, 0)) stored,
  direction  text not null,
  category   text not null,
  urgency    text not null,
  messages   integer not null,
  primary key (tenant_id, day, arrived_on, channel, group_key, direction, category, urgency)
) with (fillfactor = 70);
select tenant_table('late_day', 'select, insert, delete, update (messages)');

create trigger recount_late after update of rollup_zone on organization
  for each row when (old.rollup_zone <> new.rollup_zone) execute function recount_late();

-- The owner sees no rows of a tenant otherwise, until 20261207T0104.
alter table organization no force row level security;
