-- The people of an organization.

create table tenant_user (
  tenant_id      uuid not null,
  id             uuid not null,
  email          text not null,
  email_key      text not null,                       -- lower case: what is unique
  first_name     text not null default '',
  last_name      text not null default '',
  role           text not null default 'none',        -- platform role; see contract/permissions.ts
  messenger_role text not null default 'none' check (messenger_role in ('manager', 'user', 'none')),
  phone_number   text,
  enabled        boolean not null default true,
  created_at     timestamptz not null default now(),
  version        integer not null default 1,          -- what a change is decided on
  source         text not null default 'invitation' check (source in ('founding', 'invitation', 'import')),
  invited_at     timestamptz,
  last_sign_in_at timestamptz,
  removed_at     timestamptz,                         -- the row stays: records and the audit trail name it
  removed_from   text[] not null default '{}' check (removed_from <@ '{platform,messenger}'),
  display_name   text not null generated always as
    (coalesce(nullif(btrim(first_name || ' ' || last_name), ''), email)) stored,
  sort_name      text not null generated always as
    (lower(coalesce(nullif(btrim(first_name || ' ' || last_name), ''), email))) stored,
  status         text not null generated always as (
    case when removed_at is not null then 'removed'
         when not enabled then 'disabled'
         when last_sign_in_at is null then 'invited'
         else 'active' end) stored,
  primary key (tenant_id, id),
  unique (tenant_id, email_key)
);
create index tenant_user_by_name on tenant_user (tenant_id, sort_name, id);
select tenant_table('tenant_user', 'select, insert, update (email_key, first_name, last_name, role, messenger_role,
  phone_number, enabled, version, invited_at, last_sign_in_at, removed_at, removed_from), delete');
