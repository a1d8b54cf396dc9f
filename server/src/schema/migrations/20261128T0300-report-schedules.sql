-- Scheduled reports: who is mailed which figures, and when; and each recipient's copy of each due time. New tables, and columns of mail
-- without defaults, so nothing waits. The previous release makes no reports, and sends a mail that waits with files without them.

create table report_schedule (
  tenant_id       uuid not null,
  id              uuid not null,
  name            text not null,
  name_key        text not null,
  subject         jsonb not null,                     -- what it shows
  period          text not null,
  recurrence      jsonb not null,                     -- in the organization's time zone
  format          text not null check (format in ('pdf', 'xlsx', 'both')),
  enabled         boolean not null,
  owner_id        uuid not null,                      -- who hears of copies that could not be made
  due_at          timestamptz not null,               -- the next due time
  version         integer not null default 1,
  created_at      timestamptz not null,
  changed_at      timestamptz not null,
  changed_by_name text not null,
  primary key (tenant_id, id),
  unique (tenant_id, name_key),
  foreign key (tenant_id, owner_id) references tenant_user (tenant_id, id)
);
create index report_schedule_due on report_schedule (tenant_id, due_at) where enabled;
create index report_schedule_of_owner on report_schedule (tenant_id, owner_id);
select tenant_table('report_schedule', 'select, insert, update (name, name_key, subject, period, recurrence, format, enabled, due_at,
  version, changed_at, changed_by_name), delete');
select read_by_functions('report_schedule', 'directory');

create table report_recipient (
  tenant_id       uuid not null,
  schedule_id     uuid not null,
  user_id         uuid not null,
  unsubscribed_at timestamptz,                        -- the recipient stopped it
  taken_out       boolean not null default false,     -- no recipient any more; kept because they had stopped it
  primary key (tenant_id, schedule_id, user_id),
  foreign key (tenant_id, schedule_id) references report_schedule (tenant_id, id) on delete cascade,
  foreign key (tenant_id, user_id) references tenant_user (tenant_id, id)
);
create index report_recipient_of_user on report_recipient (tenant_id, user_id);
select tenant_table('report_recipient', 'select, insert, update (unsubscribed_at, taken_out), delete');

-- One recipient's copy of one due time: the key is what makes it once.
create table report_copy (
  tenant_id   uuid not null,
  id          uuid not null,
  schedule_id uuid not null,
  user_id     uuid not null,
  due_at      timestamptz not null,
  is_test     boolean not null,                       -- asked for by its recipient
  state       text not null check (state in ('waiting', 'made', 'refused', 'failed')),
  refusal     text check (refusal in ('no-permission', 'disabled')),
  attempts    smallint not null default 0,
  from_at     timestamptz not null,                   -- tried from then on
  lease_until timestamptz,
  finished_at timestamptz,
  primary key (tenant_id, id),
  unique (tenant_id, schedule_id, user_id, due_at),
  check ((state = 'refused') = (refusal is not null)),
  foreign key (tenant_id, schedule_id) references report_schedule (tenant_id, id) on delete cascade,
  foreign key (tenant_id, user_id) references tenant_user (tenant_id, id)
);
create index report_copy_waiting on report_copy (tenant_id, from_at) where state = 'waiting';
create index report_copy_failed on report_copy (tenant_id) where state = 'failed';
create index report_copy_newest on report_copy (tenant_id, schedule_id, due_at desc);
create index report_copy_of_user on report_copy (tenant_id, user_id);
create index report_copy_by_age on report_copy (tenant_id, due_at);
select tenant_table('report_copy', 'select, insert, update (state, refusal, attempts, from_at, lease_until, finished_at), delete');
select read_by_functions('report_copy', 'directory');

alter table mail
  add column files_sealed bytea,                      -- null: none, sent, or given up
  add column for_user_id uuid;                        -- sent only while this user can sign in
grant update (files_sealed) on mail to verbatim_app;
