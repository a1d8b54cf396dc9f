-- Sign-in: each tenant's identity pool. Who may sign in, the steps of a sign-in, sessions and signing keys.

-- What a person signs in with. No row: cannot sign in, and looks like everybody who does not exist.
create table identity_user (
  tenant_id            uuid not null,
  id                   uuid not null,
  username             uuid not null,                 -- random, shown before the proof; verifiers are bound to it
  status               text not null check (status in ('CONFIRMED', 'FORCE_CHANGE_PASSWORD', 'RESET_REQUIRED')),
  salt                 bytea not null check (length(salt) = 16),
  verifier_sealed      bytea,                         -- null: no password yet
  temporary_until      timestamptz,                   -- a temporary password does not open anything from then on
  password_changed_at  timestamptz,
  mfa_required         boolean not null default false,
  totp_enabled         boolean not null default false,
  totp_sealed          bytea,                         -- the authenticator that was proven
  totp_enrolled_at     timestamptz,                   -- when the authenticator in force was proven
  totp_pending_sealed  bytea,                         -- the one being enrolled
  totp_last_step       bigint not null default 0,     -- of the last accepted code: none is accepted twice
  created_at           timestamptz not null,
  primary key (tenant_id, id),
  unique (tenant_id, username),
  foreign key (tenant_id, id) references tenant_user (tenant_id, id) on delete cascade,
  check (not totp_enabled or totp_sealed is not null)
);
select tenant_table('identity_user', 'select, insert, update (username, status, salt, verifier_sealed,
  temporary_until, password_changed_at, mfa_required, totp_enabled, totp_sealed, totp_enrolled_at,
  totp_pending_sealed, totp_last_step)');

-- A step of a sign-in that waits for its answer. For people who do not exist, too: `username` may name nobody.
create table identity_challenge (
  tenant_id  uuid not null,
  hash       bytea not null,                          -- SHA-256 of what the client holds
  kind       text not null,
  username   uuid not null,
  sealed     bytea not null,
  tries      smallint not null default 0,
  expires_at timestamptz not null,
  primary key (tenant_id, hash)
);
create index identity_challenge_by_expiry on identity_challenge (tenant_id, expires_at);
select tenant_table('identity_challenge', 'select, insert, update (tries), delete');

-- Everything that one sign-in led to. Its id is `origin_jti` in every token of it.
create table identity_family (
  tenant_id  uuid not null,
  id         uuid not null,
  user_id    uuid not null,
  auth_time  timestamptz not null,
  expires_at timestamptz not null,                    -- no refresh outlives it
  revoked_at timestamptz,
  address    text,
  agent      text,
  last_used_at timestamptz,                           -- by a refresh; null: since the sign-in
  second_step boolean not null default false,         -- an authenticator or recovery code was part of the sign-in
  scope      text not null default 'aws.cognito.signin.user.admin', -- of every access token of the session
  browser_hash bytea,                                 -- of identity_browser, which may be gone before
  by_provider boolean not null default false,         -- vouched for by the organization's own provider
  primary key (tenant_id, id),
  foreign key (tenant_id, user_id) references identity_user (tenant_id, id) on delete cascade
);
create index identity_family_by_user on identity_family (tenant_id, user_id);
create index identity_family_revoked on identity_family (tenant_id, revoked_at) where revoked_at is not null;
select tenant_table('identity_family', 'select, insert, update (revoked_at, last_used_at), delete');

create table identity_refresh (
  tenant_id uuid not null,
  hash      bytea not null,                           -- SHA-256 of the token
  family_id uuid not null,
  used_at   timestamptz,                              -- when it was exchanged for its successor
  primary key (tenant_id, hash),
  foreign key (tenant_id, family_id) references identity_family (tenant_id, id) on delete cascade
);
create index identity_refresh_by_family on identity_refresh (tenant_id, family_id);
select tenant_table('identity_refresh', 'select, insert, update (used_at)');

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
select tenant_table('identity_throttle', 'select, insert, update (fails, locked_until, failed_at), delete');

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
select tenant_table('identity_allowance', 'select, insert, update (since, used), delete');

-- Browsers that a person has signed in with: they are counted by themselves.
create table identity_known_browser (
  tenant_id   uuid not null,
  username    uuid not null,
  hash        bytea not null,
  known_until timestamptz not null,
  primary key (tenant_id, username, hash)
);
create index identity_known_browser_by_time on identity_known_browser (tenant_id, known_until);
select tenant_table('identity_known_browser', 'select, insert, update (known_until), delete');

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
select tenant_table('identity_reset', 'select, insert, update (device_hash, code_hash, long_hash, expires_at, tries,
  requests, hour_from), delete');

-- Each opens once, in place of an authenticator's code.
create table identity_recovery_code (
  tenant_id uuid not null,
  user_id   uuid not null,
  hash      bytea not null,
  used_at   timestamptz,
  primary key (tenant_id, user_id, hash),
  foreign key (tenant_id, user_id) references identity_user (tenant_id, id) on delete cascade
);
select tenant_table('identity_recovery_code', 'select, insert, update (used_at), delete');

-- Signing keys: published before they sign, and for as long as a token that they signed lives.
create table identity_key (
  tenant_id      uuid not null,
  kid            text not null,
  purpose        text not null check (purpose in ('id', 'access')),
  public_jwk     jsonb not null,
  private_sealed bytea not null,
  signs_from     timestamptz not null,
  retires_at     timestamptz,
  primary key (tenant_id, kid),
  unique (tenant_id, purpose, signs_from),
  foreign key (tenant_id) references organization (tenant_id) on delete cascade
);
select tenant_table('identity_key', 'select, insert, update (retires_at), delete');

-- Where sign-ins are kept elsewhere: whose sessions were ended here, since tokens say nothing of it until they run out.
create table identity_signed_out (
  tenant_id uuid not null,
  user_id   uuid not null,
  before    timestamptz not null,                     -- tokens of earlier sign-ins are refused
  primary key (tenant_id, user_id),
  foreign key (tenant_id, user_id) references tenant_user (tenant_id, id) on delete cascade
);
create index identity_signed_out_by_time on identity_signed_out (tenant_id, before);
select tenant_table('identity_signed_out', 'select, insert, update (before)');
