-- Notifications: who is mailed when a policy raises, and which event each of them was mailed, once.

create table notification (
  tenant_id       uuid not null,
  id              uuid not null,
  policy_id       uuid not null,
  recipients      text[] not null check (cardinality(recipients) between 1 and 50),  -- lower case, each once
  email_subject   text not null,
  email_message   text not null,
  delivery        text not null check (delivery in ('immediate', 'hourly', 'daily')),
  min_severity    text not null check (min_severity in ('low', 'medium', 'high')),
  min_rank        smallint not null generated always as (case min_severity when 'low' then 0 when 'medium' then 1 else 2 end) stored,
  enabled         boolean not null,
  version         integer not null default 1,
  created_at      timestamptz not null,
  changed_at      timestamptz not null,
  changed_by_name text not null,
  last_mail_at    timestamptz,
  held_until      timestamptz,                        -- no further mail before: the cap
  primary key (tenant_id, id),
  foreign key (tenant_id, policy_id) references policy (tenant_id, id)
);
create index notification_by_policy on notification (tenant_id, policy_id);
select tenant_table('notification', 'select, insert, update (policy_id, recipients, email_subject, email_message,
  delivery, min_severity, enabled, version, changed_at, changed_by_name, last_mail_at, held_until), delete');
select read_by_functions('notification', 'directory');

-- One event for one recipient: the key is what makes it once.
create table notification_delivery (
  tenant_id       uuid not null,
  notification_id uuid not null,
  recipient       text not null,
  event_id        uuid not null,
  noted_at        timestamptz not null,
  due_at          timestamptz not null,
  mailed_at       timestamptz,                        -- null: waits
  primary key (tenant_id, notification_id, recipient, event_id),
  foreign key (tenant_id, notification_id) references notification (tenant_id, id) on delete cascade,
  foreign key (tenant_id, event_id) references cognitive_event (tenant_id, id)
);
create index notification_delivery_waiting on notification_delivery (tenant_id, notification_id, due_at)
  where mailed_at is null;
create index notification_delivery_mailed on notification_delivery (tenant_id, mailed_at) where mailed_at is not null;
create index notification_delivery_by_event on notification_delivery (tenant_id, event_id);
select tenant_table('notification_delivery', 'select, insert, update (due_at, mailed_at), delete');
select read_by_functions('notification_delivery', 'directory');
