-- Contacts as an administrator keeps them: personal ones of several owners may have one number, merges can be undone,
-- by what somebody was recognised is kept, and conversations can be closed.
-- New columns and keys: rewrites contact and address under an exclusive lock, for as long as their rows take. The
-- previous release reads on it; personal contacts that it would add are refused.

-- The owner is held to row-level security, too.
alter table contact no force row level security;
alter table address no force row level security;

update contact set share_level = 'global' where share_level = 'personal' and owner_id is null;
alter table contact
  add column version     integer not null default 1,
  add column changed_at  timestamptz not null default now(),
  add column archived_at timestamptz,                  -- the row stays: records and other contacts name it
  add column merged_into uuid,
  add column search_text text not null default '',     -- the name and every address
  add column sort_name   text not null generated always as (lower(name)) stored,
  -- Within what its addresses are its own: its owner's contacts, or everybody's.
  add column scope_id    uuid not null generated always as (
    case when share_level = 'personal' then owner_id else '00000000-0000-0000-0000-000000000000'::uuid end) stored,
  add constraint contact_owned check (share_level = 'global' or owner_id is not null),
  add constraint contact_merged_away check (merged_into is null or archived_at is not null),
  add foreign key (tenant_id, merged_into) references contact (tenant_id, id),
  add unique (tenant_id, id, scope_id);
create index contact_by_name on contact (tenant_id, sort_name, id) where archived_at is null;
create index contact_by_owner on contact (tenant_id, owner_id) where owner_id is not null;
create index contact_by_merge on contact (tenant_id, merged_into) where merged_into is not null;

-- An address is one user's or one global contact's, and besides one personal contact's of each owner.
alter table address add column scope_id uuid not null default '00000000-0000-0000-0000-000000000000';
update address set scope_id = contact.scope_id from contact
  where contact.tenant_id = address.tenant_id and contact.id = address.contact_id;
alter table address
  drop constraint address_pkey,
  add primary key (tenant_id, value, scope_id),
  drop constraint address_tenant_id_contact_id_fkey,
  -- Another share level or owner takes the addresses along, or is refused.
  add constraint address_of_contact foreign key (tenant_id, contact_id, scope_id)
    references contact (tenant_id, id, scope_id) on update cascade on delete cascade,
  add constraint address_of_user_is_shared
    check (user_id is null or scope_id = '00000000-0000-0000-0000-000000000000');
create index address_by_contact on address (tenant_id, contact_id) where contact_id is not null;
create index address_by_user on address (tenant_id, user_id) where user_id is not null;

update contact set search_text = concat_ws(' ', name, (
  select string_agg(value, ' ' order by value) from address
  where address.tenant_id = contact.tenant_id and address.contact_id = contact.id));

-- By what a contact was recognised, from when to when. A row is ended, and never removed.
create table contact_identity (
  tenant_id         uuid not null,
  contact_id        uuid not null,
  value             text not null,
  since             timestamptz not null,
  until             timestamptz,
  origin_contact_id uuid,                              -- whose it was before a merge
  primary key (tenant_id, contact_id, value, since),
  foreign key (tenant_id, contact_id) references contact (tenant_id, id) on delete cascade,
  foreign key (tenant_id, origin_contact_id) references contact (tenant_id, id)
);
insert into contact_identity (tenant_id, contact_id, value, since)
  select address.tenant_id, contact_id, value, contact.created_at from address
  join contact on contact.tenant_id = address.tenant_id and contact.id = address.contact_id;
select tenant_table('contact_identity', 'select, insert, update');

create table contact_merge (
  tenant_id  uuid not null,
  id         uuid not null,
  from_id    uuid not null,
  into_id    uuid not null,
  at         timestamptz not null,
  by_name    text not null,                            -- of then
  undo_until timestamptz not null,
  undone_at  timestamptz,
  -- What an undo takes back: addresses of the merged one, and what came to the other of addresses and groups.
  kept       jsonb not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, from_id) references contact (tenant_id, id),
  foreign key (tenant_id, into_id) references contact (tenant_id, id)
);
create index contact_merge_by_into on contact_merge (tenant_id, into_id);
create index contact_merge_by_from on contact_merge (tenant_id, from_id);
select tenant_table('contact_merge', 'select, insert, update');

-- One picture of our own making: decoded and encoded again.
create table contact_avatar (
  tenant_id  uuid not null,
  contact_id uuid not null,
  picture    bytea not null check (length(picture) <= 262144),
  digest     text not null,                            -- of the picture: names it
  primary key (tenant_id, contact_id),
  foreign key (tenant_id, contact_id) references contact (tenant_id, id) on delete cascade
);
select tenant_table('contact_avatar', 'select, insert, update, delete');

alter table address force row level security;
alter table contact force row level security;

-- A closed conversation keeps everything; a later message opens it again.
alter table conversation
  add column closed_at     timestamptz,
  add column closed_reason text check (closed_reason in ('share-level', 'phone-number')),
  add column closing_id    uuid;                       -- the change that closed it, for its undo
create index conversation_by_closing on conversation (tenant_id, closing_id) where closing_id is not null;

-- Archived contacts need no group.
create or replace function keep_a_group() returns trigger language plpgsql set search_path = pg_catalog, public as $$
begin
  if tg_table_name = 'conversation_group_member' then
    perform from tenant_user where tenant_id = old.tenant_id and id = old.user_id and messenger_role <> 'none'
      and removed_at is null for no key update;
    if found and not exists (
      select from conversation_group_member where tenant_id = old.tenant_id and user_id = old.user_id
    ) then
      raise exception 'User % would be in no group', old.user_id using errcode = 'VB001';
    end if;
  else
    perform from contact where tenant_id = old.tenant_id and id = old.contact_id and archived_at is null
      for no key update;
    if found and not exists (
      select from conversation_group_contact where tenant_id = old.tenant_id and contact_id = old.contact_id
    ) then
      raise exception 'Contact % would be in no group', old.contact_id using errcode = 'VB001';
    end if;
  end if;
  return null;
end $$;
