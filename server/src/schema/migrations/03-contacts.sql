-- People outside, what they are recognised by, and changes of them that can be undone.

create table contact (
  tenant_id   uuid not null,
  id          uuid not null,
  name        text not null,
  share_level text not null default 'global' check (share_level in ('global', 'personal')),
  owner_id    uuid,
  created_at  timestamptz not null default now(),
  version     integer not null default 1,
  changed_at  timestamptz not null default now(),
  archived_at timestamptz,                            -- the row stays: records and other contacts name it
  merged_into uuid,
  sort_name   text not null generated always as (lower(name)) stored,
  search_text text not null default '',               -- the name and every address
  -- In lower case: compared as it stands, several times faster than in any case.
  search_key  text not null generated always as (lower(search_text)) stored,
  -- Within what its addresses are its own: its owner's contacts, or everybody's.
  scope_id    uuid not null generated always as (
    case when share_level = 'personal' then owner_id else '00000000-0000-0000-0000-000000000000'::uuid end) stored,
  primary key (tenant_id, id),
  unique (tenant_id, id, scope_id),
  foreign key (tenant_id, owner_id) references tenant_user (tenant_id, id),
  foreign key (tenant_id, merged_into) references contact (tenant_id, id),
  constraint contact_owned check (share_level = 'global' or owner_id is not null),
  constraint contact_merged_away check (merged_into is null or archived_at is not null)
);
create index contact_by_name on contact (tenant_id, sort_name, id) where archived_at is null;
create index contact_by_owner on contact (tenant_id, owner_id) where owner_id is not null;
create index contact_by_merge on contact (tenant_id, merged_into) where merged_into is not null;
select tenant_table('contact', 'select, insert, update (name, share_level, owner_id, version, changed_at,
  archived_at, merged_into, search_text), delete');
create constraint trigger keep_a_group_again after update of archived_at on contact
  deferrable initially deferred for each row
  when (old.archived_at is not null and new.archived_at is null) execute function keep_a_group_again();

-- Who an address belongs to: how captured participants resolve to users and contacts. One user's or one global contact's,
-- and besides one personal contact's of each owner.
create table address (
  tenant_id  uuid not null,
  value      text not null,                           -- E.164, lower-cased mail, or the channel's id
  scope_id   uuid not null default '00000000-0000-0000-0000-000000000000',
  user_id    uuid,
  contact_id uuid,
  primary key (tenant_id, value, scope_id),
  foreign key (tenant_id, user_id) references tenant_user (tenant_id, id) on delete cascade,
  -- Another share level or owner takes the addresses along, or is refused.
  constraint address_of_contact foreign key (tenant_id, contact_id, scope_id)
    references contact (tenant_id, id, scope_id) on update cascade on delete cascade,
  check (num_nonnulls(user_id, contact_id) = 1),
  constraint address_of_user_is_shared
    check (user_id is null or scope_id = '00000000-0000-0000-0000-000000000000')
);
create index address_by_contact on address (tenant_id, contact_id) where contact_id is not null;
create index address_by_user on address (tenant_id, user_id) where user_id is not null;
select tenant_table('address', 'select, insert, update (user_id), delete');

-- By what a contact was recognised, from when to when. A row is ended, and never removed.
create table contact_identity (
  tenant_id         uuid not null,
  contact_id        uuid not null,
  value             text not null,
  since             timestamptz not null,
  until             timestamptz,
  origin_contact_id uuid,                             -- whose it was before a merge
  primary key (tenant_id, contact_id, value, since),
  foreign key (tenant_id, contact_id) references contact (tenant_id, id) on delete cascade,
  foreign key (tenant_id, origin_contact_id) references contact (tenant_id, id)
);
select tenant_table('contact_identity', 'select, insert, update (until)');

-- A change with consequences: a contact's number or share level, merges and closed conversations, undone together.
create table contact_change (
  tenant_id  uuid not null,
  id         uuid not null,                           -- also names what it closed: conversation.closing_id
  contact_id uuid not null,
  at         timestamptz not null,
  by_name    text not null,                           -- of then
  undo_until timestamptz not null,
  undone_at  timestamptz,
  closed     integer not null,                        -- conversations
  before     jsonb,                                   -- share level, owner and addresses; null where the contact
  after      jsonb,                                   -- itself became part of another
  primary key (tenant_id, id),
  foreign key (tenant_id, contact_id) references contact (tenant_id, id)
);
create index contact_change_by_contact on contact_change (tenant_id, contact_id);
select tenant_table('contact_change', 'select, insert, update (undone_at)');

create table contact_merge (
  tenant_id  uuid not null,
  id         uuid not null,
  change_id  uuid not null,
  from_id    uuid not null,
  into_id    uuid not null,
  undone_at  timestamptz,
  -- What an undo takes back: addresses of the merged one, and what came to the other of addresses and groups.
  kept       jsonb not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, change_id) references contact_change (tenant_id, id),
  foreign key (tenant_id, from_id) references contact (tenant_id, id),
  foreign key (tenant_id, into_id) references contact (tenant_id, id)
);
create index contact_merge_by_change on contact_merge (tenant_id, change_id);
create index contact_merge_by_into on contact_merge (tenant_id, into_id);
create index contact_merge_by_from on contact_merge (tenant_id, from_id);
select tenant_table('contact_merge', 'select, insert, update (undone_at)');

-- One picture of our own making: decoded and encoded again.
create table contact_avatar (
  tenant_id  uuid not null,
  contact_id uuid not null,
  picture    bytea not null check (length(picture) <= 262144),
  digest     text not null,                           -- of the picture: names it
  primary key (tenant_id, contact_id),
  foreign key (tenant_id, contact_id) references contact (tenant_id, id) on delete cascade
);
select tenant_table('contact_avatar', 'select, insert, update (picture, digest), delete');
