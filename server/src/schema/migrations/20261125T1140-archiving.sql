-- Archiving by mail: the settings of an organization, and a row for each mail to its archive. New tables, so nothing waits. The
-- previous release does not know them: what it captures has no mail, and the summary of a newer one names it.

create table archiving (
  tenant_id           uuid not null primary key,
  mode                text not null check (mode in ('off', 'paused', 'on')),
  started_at          timestamptz,                    -- since it was last turned on; null while it is off
  counted_from        timestamptz not null,           -- since its filters are as they are
  host                text not null,
  port                integer not null,
  security            text not null check (security in ('starttls_required', 'tls', 'none-with-warning')),
  sign_in             text not null check (sign_in in ('none', 'plain', 'login')),
  user_name           text not null,
  password_sealed     bytea,
  from_address        text not null,
  journal_recipients  text[] not null,
  format              text not null check (format in ('eml', 'journal_wrapped', 'global_relay')),
  participant_address text not null check (participant_address in ('real_email', 'number_at_channel')),
  max_mail_mb         smallint not null,
  oversize            text not null check (oversize in ('split', 'link')),
  channels            text[] not null,                -- all if empty
  group_ids           uuid[] not null,                -- all if empty
  failures            integer not null default 0,     -- of the receiver, in sequence
  paused_until        timestamptz,
  problem             text,
  answer              text,
  problem_at          timestamptz,
  version             integer not null default 1,
  check (security <> 'none-with-warning' or sign_in = 'none'),
  check ((mode = 'off') = (started_at is null))
);
select tenant_table('archiving', 'select, insert, update (mode, started_at, counted_from, host, port, security, sign_in, user_name,
  password_sealed, from_address, journal_recipients, format, participant_address, max_mail_mb, oversize, channels, group_ids,
  failures, paused_until, problem, answer, problem_at, version)');

create table archive_mail (
  tenant_id      uuid not null,
  id             uuid not null default gen_random_uuid(),
  message_id     uuid not null,
  event          text not null check (event in ('message', 'edit', 'delete', 'reaction')),
  ref            text not null,                       -- the number of an edited version, or the id of an event
  revision       integer not null,                    -- counts the mails about one message
  state          text not null default 'queued' check (state in ('queued', 'deferred', 'accepted', 'failed')),
  attempts       smallint not null default 0,
  takes          integer not null default 0,
  due_at         timestamptz not null,
  lease_until    timestamptz,
  parts          smallint,
  parts_accepted smallint not null default 0,
  recipients     text[],                              -- those that lack it, if others have it
  refused        text[] not null default '{}',        -- by the parts accepted so far
  queue_id       text,
  problem        text,
  answer         text,
  created_at     timestamptz not null,
  finished_at    timestamptz,
  primary key (tenant_id, id),
  unique (tenant_id, message_id, event, ref),
  unique (tenant_id, message_id, revision),
  foreign key (tenant_id, message_id) references message (tenant_id, id)
);
create index archive_mail_due on archive_mail (tenant_id, due_at) where state in ('queued', 'deferred');
create index archive_mail_failed on archive_mail (tenant_id) where state = 'failed';
create index archive_mail_by_time on archive_mail (tenant_id, created_at, id);
select tenant_table('archive_mail', 'select, insert, update (state, attempts, takes, due_at, lease_until, parts, parts_accepted,
  recipients, refused, queue_id, problem, answer, finished_at)');
select read_by_functions('archive_mail', 'directory');
