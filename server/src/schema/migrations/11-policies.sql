-- Policies and their rules, every version of them: an event can be read under the policy of its day.

create table policy (
  tenant_id  uuid not null,
  id         uuid not null,
  version    integer not null default 1,              -- the newest of policy_version
  name_key   text not null,                           -- what is unique
  deleted_at timestamptz,
  created_at timestamptz not null,
  primary key (tenant_id, id)
);
create unique index policy_by_name on policy (tenant_id, name_key) where deleted_at is null;
select tenant_table('policy', 'select, insert, update (version, name_key)');

-- What a policy was from one change to the next. Rows are added, never changed.
create table policy_version (
  tenant_id  uuid not null,
  policy_id  uuid not null,
  version    integer not null,
  edition    integer not null,                        -- of all the tenant's policies, after this change
  name       text not null,
  severity   text not null check (severity in ('low', 'medium', 'high')),
  scope      text not null check (scope in ('global', 'group')),
  group_ids  uuid[] not null default '{}',
  action     text not null check (action in ('raise', 'block', 'block-and-raise')),
  enabled    boolean not null,
  changed_at timestamptz not null,
  changed_by uuid,
  changed_by_name text not null,
  primary key (tenant_id, policy_id, version),
  foreign key (tenant_id, policy_id) references policy (tenant_id, id)
);
create index policy_version_by_edition on policy_version (tenant_id, edition);
select tenant_table('policy_version', 'select, insert');
select append_only('policy_version');

-- A rule as it stood from one version of its policy to another; a changed rule is a new row of the same id.
create table policy_rule (
  tenant_id    uuid not null,
  policy_id    uuid not null,
  id           uuid not null,
  from_version integer not null,
  to_version   integer,                               -- exclusive; null while it stands
  ordinal      integer not null,
  name         text not null,
  type         text not null check (type in ('phrase', 'regex', 'prompt')),
  pattern      text not null,
  scope        text not null default 'message' check (scope in ('message', 'attachment', 'message_and_attachment', 'conversation')),
  also_disguised boolean not null default true,       -- phrases only: disguised ones are found too
  conditions   jsonb not null default '{}',
  file_type    text check (file_type in ('regex_csv', 'phrase_csv')), -- the import it came with
  primary key (tenant_id, policy_id, id, from_version),
  foreign key (tenant_id, policy_id) references policy (tenant_id, id)
);
create index policy_rule_standing on policy_rule (tenant_id, policy_id, ordinal) where to_version is null;
select tenant_table('policy_rule', 'select, insert, update (to_version)');
