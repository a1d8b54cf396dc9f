-- Insights: dashboards, reports and visuals that an organization builds of its metrics. New tables, so nothing waits, and the previous
-- release does not know them.

create table insight (
  tenant_id       uuid not null,
  id              uuid not null,
  name            text not null,
  name_key        text not null,
  type            text not null check (type in ('dashboard', 'report', 'visual')),
  audience        text not null check (audience in ('everybody', 'profiles')),
  definition      jsonb not null,
  tile_count      integer not null generated always as (jsonb_array_length(definition -> 'tiles')) stored,
  version         integer not null default 1,
  changed_at      timestamptz not null,
  changed_by_name text not null,
  removed_at      timestamptz,                         -- its removal can be undone
  primary key (tenant_id, id)
);
create unique index insight_name on insight (tenant_id, name_key) where removed_at is null;

-- Whose members see an insight of the audience `profiles`.
create table insight_profile (
  tenant_id  uuid not null,
  insight_id uuid not null,
  profile_id uuid not null,
  primary key (tenant_id, insight_id, profile_id),
  foreign key (tenant_id, insight_id) references insight (tenant_id, id),
  foreign key (tenant_id, profile_id) references permission_profile (tenant_id, id) on delete cascade
);
create index insight_profile_of_profile on insight_profile (tenant_id, profile_id);

-- What an insight showed, at each version.
create table insight_version (
  tenant_id       uuid not null,
  insight_id      uuid not null,
  version         integer not null,
  name            text not null,
  type            text not null,
  definition      jsonb not null,
  changed_at      timestamptz not null,
  changed_by_name text not null,
  primary key (tenant_id, insight_id, version),
  foreign key (tenant_id, insight_id) references insight (tenant_id, id)
);

select tenant_table('insight',
  'select, insert, update (name, name_key, type, audience, definition, version, changed_at, changed_by_name, removed_at)');
select tenant_table('insight_profile', 'select, insert, delete');
select tenant_table('insight_version', 'select, insert');
select append_only('insight_version');
