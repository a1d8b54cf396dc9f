-- When an organization works, and how long a client may wait for an answer. Columns with defaults, so nothing is rewritten and the
-- previous release still runs.

alter table organization
  add column business_hours jsonb not null default '{"days": [1, 2, 3, 4, 5], "from": "09:00", "to": "17:00", "holidays": []}',
  add column waiting_hours integer not null default 24 check (waiting_hours between 1 and 720);
grant update (business_hours, waiting_hours) on organization to verbatim_app;
