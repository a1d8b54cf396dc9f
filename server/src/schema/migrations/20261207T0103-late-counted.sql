-- Nobody writes messages until the triggers stand. A change of the zone has counted before this, or counts anew after it.
alter table message no force row level security;
alter table late_day no force row level security;

delete from late_day;                                 -- of zones that were changed since 20261207T0102
insert into late_day (tenant_id, day, arrived_on, channel, group_ids, direction, category, urgency, messages)
select message.tenant_id, (posted_at at time zone rollup_zone)::date, (captured_at at time zone rollup_zone)::date, channel, group_ids,
  direction, category, urgency, count(*)
from message join organization on organization.tenant_id = message.tenant_id
where 'late' = any(flags) and content_type not in ('missing', 'system') and not 'autoReply' = any(flags)
  and (captured_at at time zone rollup_zone)::date > (posted_at at time zone rollup_zone)::date
group by 1, 2, 3, 4, 5, 6, 7, 8;

create trigger count_late after insert on message referencing new table as fresh
  for each statement execute function count_late();
-- What reaches further groups, is read again, or takes the place of a line.
create trigger count_late_again after update of group_ids, category, urgency, content_type, flags on message
  for each row when (('late' = any(old.flags) or 'late' = any(new.flags)) and (old.group_ids is distinct from new.group_ids
    or old.category <> new.category or old.urgency <> new.urgency or old.content_type <> new.content_type or old.flags <> new.flags))
  execute function count_late_again();

alter table late_day force row level security;
alter table message force row level security;
