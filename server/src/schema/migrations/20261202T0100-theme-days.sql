-- Counts of themes by day, kept by the table of the messages' themes: what a reader of everything is told of themes is counted from them.
-- A new table, filled by 20261202T0101. The previous release does not know it: triggers count its messages, and count anew when it
-- changes the zone. Of two tables that are in use, one migration locks one.

create table theme_day (
  tenant_id uuid not null,
  day       date not null,
  theme_id  uuid not null,                            -- a message has it, which refers to the theme
  category  text not null,
  low       integer not null,                         -- messages of each urgency
  medium    integer not null,
  high      integer not null,
  primary key (tenant_id, day, theme_id, category)
) with (fillfactor = 70);
select tenant_table('theme_day', 'select, insert, delete, update (low, medium, high)');

create trigger recount_theme_days after update of rollup_zone on organization
  for each row when (old.rollup_zone <> new.rollup_zone and current_setting('app.theme_days_zone', true) is distinct from new.rollup_zone)
  execute function recount_theme_days();

-- The owner sees no rows of a tenant otherwise, until 20261202T0102.
alter table organization no force row level security;
