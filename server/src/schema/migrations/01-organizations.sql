-- What an organization says of itself and asks of its people, its secrets and its logo.

create table organization (
  tenant_id     uuid not null primary key,
  host_label    text not null unique check (host_label ~ '^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$'),
  name          text not null,
  language      text not null default 'en',
  time_zone     text not null default 'UTC',
  country       text not null default 'US',           -- reads national phone numbers
  mail_domains  text[] not null default '{}',         -- whose mail is ours: direction of journal mail
  policy_edition integer not null default 0,          -- grows with every change of any policy
  created_at    timestamptz not null default now(),
  closed_at     timestamptz,                          -- its doors and sessions refuse; its records stay
  version       integer not null default 1,
  changed_at    timestamptz,                          -- null: since it was founded
  changed_by    text,                                 -- the name of then
  idle_lock_minutes integer not null default 30 check (idle_lock_minutes between 5 and 480),
  requires_second_step boolean not null default false,
  provider_account_sid text,
  conversation_service_sid text,
  integration_frequency_minutes integer not null default 5
    check (integration_frequency_minutes between 1 and 1440),
  initial_history_date date                           -- null: the day it was founded
);
select tenant_table('organization', 'select, insert, update (name, language, time_zone, country, mail_domains,
  policy_edition, version, changed_at, changed_by, idle_lock_minutes, requires_second_step, provider_account_sid,
  conversation_service_sid, integration_frequency_minutes, initial_history_date, closed_at)');
select read_by_functions('organization', 'directory');

-- An organization that waits for its first administrator: the one link that makes somebody that.
create table organization_set_up (
  tenant_id  uuid not null primary key,
  token_hash bytea not null,                          -- a stolen table opens nothing
  expires_at timestamptz not null
);
select tenant_table('organization_set_up', 'select, insert, update (token_hash, expires_at), delete');
select read_by_functions('organization_set_up', 'directory');

-- What nobody reads again, sealed with keys that are not in the database.
create table organization_secret (
  tenant_id   uuid not null,
  name        text not null check (name in ('api_key', 'api_secret', 'auth_token', 'auth_token_secondary')),
  sealed      bytea not null,
  set_at      timestamptz not null,
  set_by_name text not null,
  primary key (tenant_id, name)
);
select tenant_table('organization_secret', 'select, insert, update (sealed, set_at, set_by_name), delete');

-- One picture of our own making: decoded and encoded again.
create table organization_logo (
  tenant_id  uuid not null primary key,
  picture    bytea not null check (length(picture) <= 2097152),
  digest     text not null,                           -- of the picture: names it in addresses
  width      integer not null,
  height     integer not null
);
select tenant_table('organization_logo', 'select, insert, update (picture, digest, width, height), delete');

-- How long a channel's messages are kept, by what became of them. Several may match: the longest wins; none: for good.
create table retention_rule (
  tenant_id uuid not null,
  channel   text not null,
  context   text not null check (context in ('all', 'no_event', 'event_dismissed', 'event_resolved', 'event_escalated')),
  count     integer not null check (count between 1 and 36500),
  unit      text not null check (unit in ('day', 'month', 'year')),
  primary key (tenant_id, channel, context)
);
select tenant_table('retention_rule', 'select, insert, delete');
