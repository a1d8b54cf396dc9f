-- Counts of themes by day, kept by the table of the messages' themes: what a reader of everything is told of themes is counted from them.
-- A new table, filled once. The previous release does not know it; its messages are counted all the same, because triggers count them.

-- The owner sees no rows of a tenant otherwise. Nobody places messages until the triggers stand.
alter table organization no force row level security;
alter table message_theme no force row level security;

create table theme_day (
  tenant_id uuid not null,
  day       date not null,
  theme_id  uuid not null,
  category  text not null,
  low       integer not null,                         -- messages of each urgency
  medium    integer not null,
  high      integer not null,
  primary key (tenant_id, day, theme_id, category),
  foreign key (tenant_id, theme_id) references theme (tenant_id, id)
) with (fillfactor = 70);

insert into theme_day (tenant_id, day, theme_id, category, low, medium, high)
select placed.tenant_id, (posted_at at time zone rollup_zone)::date, theme_id, category, count(*) filter (where urgency = 'low'),
  count(*) filter (where urgency = 'medium'), count(*) filter (where urgency = 'high')
from message_theme placed join organization on organization.tenant_id = placed.tenant_id
group by 1, 2, 3, 4;

select tenant_table('theme_day', 'select, insert, delete, update (low, medium, high)');
create trigger count_placed after insert on message_theme
  referencing new table as fresh for each statement execute function count_placed();
create trigger count_replaced after update on message_theme
  referencing old table as gone new table as fresh for each statement execute function count_replaced();
create trigger count_removed after delete on message_theme
  referencing old table as gone for each statement execute function count_removed();

alter table message_theme force row level security;
alter table organization force row level security;
