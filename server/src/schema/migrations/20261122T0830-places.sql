-- Failed sign-ins and codes are counted by the place that they come from, so that a stranger elsewhere keeps nobody out; strangers
-- together have an allowance. What was counted before is forgotten: it would have been within the hour. No release runs on it.

drop table identity_throttle;
-- Failed attempts by username, real or not, and by place: an address, a browser that is known, or a step.
create table identity_throttle (
  tenant_id    uuid not null,
  username     uuid not null,
  place        text not null,
  fails        integer not null,
  locked_until timestamptz,
  failed_at    timestamptz not null,
  primary key (tenant_id, username, place)
);
create index identity_throttle_by_time on identity_throttle (tenant_id, failed_at);
select tenant_table('identity_throttle', 'select, insert, update, delete');

-- What all strangers together have used of what they may try of a username, real or not.
create table identity_allowance (
  tenant_id uuid not null,
  username  uuid not null,
  kind      text not null,
  since     timestamptz not null,
  used      integer not null,
  primary key (tenant_id, username, kind)
);
create index identity_allowance_by_time on identity_allowance (tenant_id, since);
select tenant_table('identity_allowance', 'select, insert, update, delete');

-- Browsers that a person has signed in with: they are counted by themselves.
create table identity_known_browser (
  tenant_id   uuid not null,
  username    uuid not null,
  hash        bytea not null,
  known_until timestamptz not null,
  primary key (tenant_id, username, hash)
);
create index identity_known_browser_by_time on identity_known_browser (tenant_id, known_until);
select tenant_table('identity_known_browser', 'select, insert, update, delete');

drop table identity_reset;
-- What was asked and tried to reset a password, by username, real or not, and by place.
create table identity_reset (
  tenant_id   uuid not null,
  username    uuid not null,
  place       text not null,
  device_hash bytea,                                  -- of the browser that asked, which may come from another address
  code_hash   bytea,                                  -- null: none was sent, or it was tried too often
  long_hash   bytea,                                  -- of the longer code beside it, which nobody can guess
  expires_at  timestamptz not null,
  tries       smallint not null default 0,            -- wrong ones, in the hour
  requests    smallint not null default 0,            -- codes asked for, in the hour
  hour_from   timestamptz not null,
  primary key (tenant_id, username, place)
);
create index identity_reset_by_time on identity_reset (tenant_id, hour_from);
select tenant_table('identity_reset', 'select, insert, update, delete');
