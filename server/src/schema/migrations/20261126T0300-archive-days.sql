-- Archiving by mail: one mail for a conversation and day, and mails about members and receipts. Nobody has them until they are
-- chosen. The previous release leaves a bundled row alone. It cannot compose the mail of a day or about a member: its attempt
-- ends without a report, and a worker of this release sends the mail after the lease.

alter table archiving
  add column delivery_mode text not null default 'per_message' check (delivery_mode in ('per_message', 'conversation_day')),
  add column also_events   text[] not null default '{}';
grant update (delivery_mode, also_events) on archiving to verbatim_app;

alter table archive_mail
  alter column message_id drop not null,              -- null for the mail of a day, and for one about a member
  add column conversation_id uuid,                    -- null in rows of the previous release
  add column day             date,                    -- in the organization's zone, of a bundled row and of its mail
  add column day_mail_id     uuid,                    -- the mail that a bundled row is in
  add column items           integer not null default 0, -- the rows that are in the mail of a day
  drop constraint archive_mail_event_check,
  add constraint archive_mail_event_check
    check (event in ('message', 'edit', 'delete', 'reaction', 'membership', 'receipt', 'day')),
  drop constraint archive_mail_state_check,
  add constraint archive_mail_state_check check (state in ('queued', 'deferred', 'accepted', 'failed', 'bundled'));
grant update (day_mail_id, items) on archive_mail to verbatim_app;
create unique index archive_mail_day on archive_mail (tenant_id, conversation_id, day, revision) where event = 'day';
create unique index archive_mail_membership on archive_mail (tenant_id, ref) where event = 'membership';
create index archive_mail_bundled on archive_mail (tenant_id, day_mail_id) where day_mail_id is not null;
