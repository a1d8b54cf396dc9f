-- Groups of representatives and contacts who may talk to one another, and permission profiles. Each person remains in at
-- least one: functions/memberships.sql.

create table conversation_group (
  tenant_id   uuid not null,
  id          uuid not null,
  name        text not null,
  name_key    text not null,
  description text not null default '',
  shared_conversation_history boolean not null default false,
  created_at  timestamptz not null default now(),
  version     integer not null default 1,
  primary key (tenant_id, id),
  unique (tenant_id, name_key)
);
select tenant_table('conversation_group', 'select, insert, update (name, name_key, description,
  shared_conversation_history, version), delete');

create table conversation_group_member (
  tenant_id uuid not null,
  group_id  uuid not null,
  user_id   uuid not null,
  primary key (tenant_id, group_id, user_id),
  foreign key (tenant_id, group_id) references conversation_group (tenant_id, id) on delete cascade,
  foreign key (tenant_id, user_id) references tenant_user (tenant_id, id) on delete cascade
);
create index conversation_group_member_by_user on conversation_group_member (tenant_id, user_id);
select tenant_table('conversation_group_member', 'select, insert, update (group_id), delete');
create constraint trigger keep_a_group after delete on conversation_group_member
  deferrable initially deferred for each row execute function keep_a_group();

create table conversation_group_contact (
  tenant_id  uuid not null,
  group_id   uuid not null,
  contact_id uuid not null,
  primary key (tenant_id, group_id, contact_id),
  foreign key (tenant_id, group_id) references conversation_group (tenant_id, id) on delete cascade,
  foreign key (tenant_id, contact_id) references contact (tenant_id, id) on delete cascade
);
create index conversation_group_contact_by_contact on conversation_group_contact (tenant_id, contact_id);
select tenant_table('conversation_group_contact', 'select, insert, update (group_id), delete');
create constraint trigger keep_a_group after delete on conversation_group_contact
  deferrable initially deferred for each row execute function keep_a_group();

create table permission_profile (
  tenant_id   uuid not null,
  id          uuid not null,
  name        text not null,
  name_key    text not null,
  description text not null default '',
  channels    text[] not null default '{}',
  all_groups  boolean not null default false,         -- also conversations of no group
  permissions text[],                                 -- null: those of the member's role
  created_at  timestamptz not null default now(),
  version     integer not null default 1,
  primary key (tenant_id, id),
  unique (tenant_id, name_key)
);
select tenant_table('permission_profile', 'select, insert, update (name, name_key, description, channels, all_groups,
  permissions, version), delete');

create table permission_profile_group (
  tenant_id  uuid not null,
  profile_id uuid not null,
  group_id   uuid not null,
  primary key (tenant_id, profile_id, group_id),
  foreign key (tenant_id, profile_id) references permission_profile (tenant_id, id) on delete cascade,
  foreign key (tenant_id, group_id) references conversation_group (tenant_id, id) on delete cascade
);
create index permission_profile_group_by_group on permission_profile_group (tenant_id, group_id);
select tenant_table('permission_profile_group', 'select, insert, delete');

create table permission_profile_member (
  tenant_id  uuid not null,
  profile_id uuid not null,
  user_id    uuid not null,
  primary key (tenant_id, profile_id, user_id),
  foreign key (tenant_id, profile_id) references permission_profile (tenant_id, id) on delete cascade,
  foreign key (tenant_id, user_id) references tenant_user (tenant_id, id) on delete cascade
);
create index permission_profile_member_by_user on permission_profile_member (tenant_id, user_id);
select tenant_table('permission_profile_member', 'select, insert, update (profile_id), delete');
create constraint trigger keep_a_profile after delete on permission_profile_member
  deferrable initially deferred for each row execute function keep_a_profile();
