-- Alerts on metrics: whose figure crosses which threshold, and when it did. New tables, so nothing waits; the previous release checks none.

create table metric_alert (
  tenant_id       uuid not null,
  id              uuid not null,
  name            text not null,
  name_key        text not null,
  metric          text not null,
  days            smallint not null check (days between 1 and 731),
  condition       jsonb not null,
  enabled         boolean not null,
  due_at          timestamptz not null,               -- checked from then on
  lease_until     timestamptz,
  checks          integer not null default 0,         -- how often it was taken
  failures        smallint not null default 0,        -- checks in a row that could not be done
  checked_at      timestamptz,
  version         integer not null default 1,
  created_at      timestamptz not null,
  changed_at      timestamptz not null,
  changed_by_name text not null,
  primary key (tenant_id, id),
  unique (tenant_id, name_key)
);
create index metric_alert_due on metric_alert (tenant_id, due_at) where enabled;
select tenant_table('metric_alert', 'select, insert, update (name, name_key, metric, days, condition, enabled, due_at, lease_until, checks,
  failures, checked_at, version, changed_at, changed_by_name), delete');
select read_by_functions('metric_alert', 'directory');

-- Each recipient has a figure of their own, because they may see other rows.
create table metric_alert_recipient (
  tenant_id  uuid not null,
  alert_id   uuid not null,
  user_id    uuid not null,
  is_crossed boolean not null default false,
  mailed_at  timestamptz,                             -- the last mail to them about it
  primary key (tenant_id, alert_id, user_id),
  foreign key (tenant_id, alert_id) references metric_alert (tenant_id, id) on delete cascade,
  foreign key (tenant_id, user_id) references tenant_user (tenant_id, id)
);
create index metric_alert_recipient_of_user on metric_alert_recipient (tenant_id, user_id);
select tenant_table('metric_alert_recipient', 'select, insert, update (is_crossed, mailed_at), delete');

create table metric_crossing (
  tenant_id  uuid not null,
  id         uuid not null,
  alert_id   uuid not null,
  user_id    uuid not null,
  at         timestamptz not null,
  is_crossed boolean not null,                        -- false: it came back
  primary key (tenant_id, id),
  foreign key (tenant_id, alert_id) references metric_alert (tenant_id, id) on delete cascade,
  foreign key (tenant_id, user_id) references tenant_user (tenant_id, id)
);
create index metric_crossing_newest on metric_crossing (tenant_id, alert_id, at desc);
create index metric_crossing_of_user on metric_crossing (tenant_id, user_id);
create index metric_crossing_by_age on metric_crossing (tenant_id, at);
select tenant_table('metric_crossing', 'select, insert, delete');
