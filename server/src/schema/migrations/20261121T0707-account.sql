-- Ways in and out of an account: invitations that run out, codes to reset a password, recovery codes, and when a device was last used.
-- New columns and tables: takes no lock anybody waits for. The previous release runs on it.

alter table identity_user
  add column temporary_until timestamptz,             -- a temporary password does not open anything from then on
  add column totp_enrolled_at timestamptz;            -- when the authenticator in force was proven

alter table identity_family
  add column last_used_at timestamptz,                -- by a refresh; null: since the sign-in
  add column second_step boolean not null default false; -- an authenticator or recovery code was part of the sign-in

-- What was asked and tried to reset a password, by username, real or not: whoever watches cannot tell them apart.
create table identity_reset (
  tenant_id   uuid not null,
  username    uuid not null,
  code_hash   bytea,                                  -- null: used, or tried too often
  expires_at  timestamptz not null,
  tries       smallint not null default 0,            -- wrong ones, in the hour
  requests    smallint not null default 0,            -- codes asked for, in the hour
  hour_from   timestamptz not null,
  primary key (tenant_id, username)
);
create index identity_reset_by_time on identity_reset (tenant_id, hour_from);
select tenant_table('identity_reset', 'select, insert, update, delete');

-- Each opens once, in place of an authenticator's code.
create table identity_recovery_code (
  tenant_id uuid not null,
  user_id   uuid not null,
  hash      bytea not null,
  used_at   timestamptz,
  primary key (tenant_id, user_id, hash),
  foreign key (tenant_id, user_id) references identity_user (tenant_id, id) on delete cascade
);
select tenant_table('identity_recovery_code', 'select, insert, update, delete');
