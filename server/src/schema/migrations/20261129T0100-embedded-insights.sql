-- Embedded insights: the products that show them, what each insight is called there, and the addresses that are redeemed once. New
-- tables, and columns without a value, so nothing waits for long. The previous release shows an embedded insight as one without tiles.

create table insight_provider (
  tenant_id       uuid not null,
  id              uuid not null,
  name            text not null,
  name_key        text not null,
  kind            text not null check (kind in ('quicksight', 'metabase', 'superset')),
  address         text not null,                        -- empty: the region's own endpoint
  region          text not null,
  aws_account     text not null,
  namespace       text not null,
  user_name       text not null,
  secrets_sealed  bytea,                                -- null once it is removed
  has_api_key     boolean not null,
  tenant_filter   text not null,
  profile_filter  text not null,
  session_minutes smallint not null check (session_minutes between 15 and 600),
  version         integer not null default 1,
  changed_at      timestamptz not null,
  changed_by_name text not null,
  removed_at      timestamptz,                          -- removed insights keep naming it
  primary key (tenant_id, id),
  check ((secrets_sealed is null) = (removed_at is not null))
);
create unique index insight_provider_name on insight_provider (tenant_id, name_key) where removed_at is null;
select tenant_table('insight_provider',
  'select, insert, update (name, name_key, address, region, aws_account, namespace, user_name, secrets_sealed, has_api_key,
    tenant_filter, profile_filter, session_minutes, version, changed_at, changed_by_name, removed_at)');

alter table insight
  add column provider_id uuid,
  add column external_id text,
  add constraint insight_embedded check ((provider_id is null) = (external_id is null)),
  add constraint insight_provider_of foreign key (tenant_id, provider_id) references insight_provider (tenant_id, id);
create index insight_of_provider on insight (tenant_id, provider_id) where provider_id is not null;
grant update (external_id) on insight to verbatim_app;

alter table insight_version add column external_id text;

-- An address that was given out: for one user and one browser. Only hashes of what is secret in it are stored.
create table embed_ticket (
  tenant_id    uuid not null,
  code_hash    bytea not null,
  browser_hash bytea not null,
  insight_id   uuid not null,
  user_id      uuid not null,
  expires_at   timestamptz not null,
  redeemed_at  timestamptz,
  primary key (tenant_id, code_hash),
  foreign key (tenant_id, insight_id) references insight (tenant_id, id),
  foreign key (tenant_id, user_id) references tenant_user (tenant_id, id)
);
create index embed_ticket_by_expiry on embed_ticket (tenant_id, expires_at);
create index embed_ticket_of_insight on embed_ticket (tenant_id, insight_id);
create index embed_ticket_of_user on embed_ticket (tenant_id, user_id);
select tenant_table('embed_ticket', 'select, insert, update (redeemed_at), delete');
