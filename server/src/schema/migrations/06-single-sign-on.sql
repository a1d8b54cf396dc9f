-- Single sign-on: whether an organization offers it, its own provider, and what the hosted pages remember.

-- No row: single sign-on is off.
create table single_sign_on (
  tenant_id      uuid not null primary key,
  enabled        boolean not null default false,
  provider_name  text,                                -- as the button says it; null: no provider of their own
  issuer         text,
  client_id      text,
  secret_sealed  bytea,
  mail_domains   text[] not null default '{}',        -- whose addresses the provider may vouch for
  creates_people boolean not null default false,      -- somebody new is let in at their first sign-in
  version        integer not null default 1,
  check ((issuer is null) = (client_id is null) and (issuer is null) = (provider_name is null))
);
select tenant_table('single_sign_on', 'select, insert, update (enabled, provider_name, issuer, client_id,
  secret_sealed, mail_domains, creates_people, version)');

-- What a sign-in at the hosted pages is exchanged for tokens with.
create table identity_code (
  tenant_id    uuid not null,
  hash         bytea not null,                        -- SHA-256 of the code
  family_id    uuid not null,
  redirect_uri text not null,
  challenge    text not null,                         -- S256 of the verifier that stays in the page
  nonce        text,
  expires_at   timestamptz not null,
  used_at      timestamptz,
  primary key (tenant_id, hash),
  foreign key (tenant_id, family_id) references identity_family (tenant_id, id) on delete cascade
);
create index identity_code_by_expiry on identity_code (tenant_id, expires_at);
create index identity_code_by_family on identity_code (tenant_id, family_id);
select tenant_table('identity_code', 'select, insert, update (used_at), delete');

-- A browser that has signed in at the hosted pages, and need not again for an hour.
create table identity_browser (
  tenant_id   uuid not null,
  hash        bytea not null,                         -- SHA-256 of its cookie
  user_id     uuid not null,
  auth_time   timestamptz not null,
  second_step boolean not null,
  expires_at  timestamptz not null,
  by_provider boolean not null default false,         -- over when the person becomes a super administrator
  primary key (tenant_id, hash),
  foreign key (tenant_id, user_id) references identity_user (tenant_id, id) on delete cascade
);
create index identity_browser_by_user on identity_browser (tenant_id, user_id);
select tenant_table('identity_browser', 'select, insert, delete');

-- Who a person is at the organization's provider: by its own word for them, never by their mail address again.
create table identity_link (
  tenant_id uuid not null,
  issuer    text not null,
  subject   text not null,
  user_id   uuid not null,
  linked_at timestamptz not null,
  primary key (tenant_id, issuer, subject),
  foreign key (tenant_id, user_id) references tenant_user (tenant_id, id) on delete cascade
);
create index identity_link_by_user on identity_link (tenant_id, user_id);
select tenant_table('identity_link', 'select, insert, delete');
