-- Promises that are due in so many days follow the business days of the organization. New columns, empty for promises that name their day;
-- workers read the messages of the last months again, once the nodes of the previous release have ended, which write no such column.

alter table promise add column counted_from date,     -- the day that the promised day is counted from
  add column working_days smallint;                   -- only business days are counted: so many
grant update (counted_from, working_days) on promise to verbatim_app;

-- The owner sees no rows of a tenant otherwise.
alter table organization no force row level security;
alter table promise_reading no force row level security;
insert into promise_reading (tenant_id, due_at) select tenant_id, now() + interval '1 hour' from organization
  on conflict (tenant_id) do update set due_at = excluded.due_at, read_to = null, message_id = null;
alter table promise_reading force row level security;
alter table organization force row level security;
