-- People as an administrator keeps them: their state, their last sign-in, the version a change is decided on.
-- New columns: rewrites tenant_user under an exclusive lock, for as long as its rows take. The previous release runs on it.

alter table tenant_user
  add column version         integer not null default 1,
  add column source          text not null default 'invitation' check (source in ('founding', 'invitation', 'import')),
  add column invited_at      timestamptz,
  add column last_sign_in_at timestamptz,
  add column removed_at      timestamptz,               -- the row stays: records and the audit trail name it
  add column removed_from    text[] not null default '{}' check (removed_from <@ '{platform,messenger}'),
  add column display_name    text not null generated always as
    (coalesce(nullif(btrim(first_name || ' ' || last_name), ''), email)) stored,
  add column sort_name       text not null generated always as
    (lower(coalesce(nullif(btrim(first_name || ' ' || last_name), ''), email))) stored;

-- Whoever signed in before was counted by their sessions. The owner is held to row-level security, too.
alter table tenant_user no force row level security;
alter table identity_family no force row level security;
update tenant_user person set last_sign_in_at = known.at
  from (select tenant_id, user_id, max(auth_time) as at from identity_family group by 1, 2) known
  where known.tenant_id = person.tenant_id and known.user_id = person.id;
alter table identity_family force row level security;
alter table tenant_user force row level security;

alter table tenant_user
  add column status text not null generated always as (
    case when removed_at is not null then 'removed'
         when not enabled then 'disabled'
         when last_sign_in_at is null then 'invited'
         else 'active' end) stored;

create index tenant_user_by_name on tenant_user (tenant_id, sort_name, id);
