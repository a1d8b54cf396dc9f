-- Nobody places messages until the triggers stand. A change of the zone has this table before it has the new one, so it either was
-- committed, or counts anew after this.
alter table message_theme no force row level security;
alter table theme_day no force row level security;

delete from theme_day;                                -- of zones that were changed since 20261202T0100
insert into theme_day (tenant_id, day, theme_id, category, low, medium, high)
select placed.tenant_id, (posted_at at time zone rollup_zone)::date, theme_id, category, count(*) filter (where urgency = 'low'),
  count(*) filter (where urgency = 'medium'), count(*) filter (where urgency = 'high')
from message_theme placed join organization on organization.tenant_id = placed.tenant_id
group by 1, 2, 3, 4;

create trigger count_placed after insert on message_theme
  referencing new table as fresh for each statement execute function count_placed();
create trigger count_replaced after update on message_theme
  referencing old table as gone new table as fresh for each statement execute function count_replaced();
create trigger count_removed after delete on message_theme
  referencing old table as gone for each statement execute function count_removed();

alter table theme_day force row level security;
alter table message_theme force row level security;
