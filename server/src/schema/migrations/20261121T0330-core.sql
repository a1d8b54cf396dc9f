-- The first tables: organizations, people, permission, captured records and what is projected from them.
-- New tables: takes no lock anybody waits for. There is no previous release.

revoke create on schema public from public;

-- Makes a table a tenant table: rows of one tenant exist for the server only while `app.tenant_id` names it.
-- The setting is read once per query (an initplan), and an unset setting is null: no rows, no writes.
create function tenant_table(tab regclass, privileges text) returns void language plpgsql as $$
begin
  execute format(
    'alter table %s alter column tenant_id set default nullif(current_setting(''app.tenant_id'', true), '''')::uuid', tab);
  execute format('alter table %s enable row level security', tab);
  execute format('alter table %s force row level security', tab);
  execute format(
    'create policy tenant_isolation on %s to verbatim_app
       using (tenant_id = (select nullif(current_setting(''app.tenant_id'', true), '''')::uuid))
       with check (tenant_id = (select nullif(current_setting(''app.tenant_id'', true), '''')::uuid))', tab);
  execute format('grant %s on %s to verbatim_app', privileges, tab);
end $$;
revoke execute on function tenant_table(regclass, text) from public;

-- Refuses what grants already refuse, so that a mistaken grant, or the owner, cannot change a record quietly.
create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only: % refused', tg_table_name, tg_op using errcode = 'insufficient_privilege';
end $$;
revoke execute on function refuse_change() from public;

create function append_only(tab regclass) returns void language plpgsql as $$
begin
  execute format('create trigger append_only before update or delete on %s for each row execute function refuse_change()', tab);
  execute format('create trigger append_only_truncate before truncate on %s for each statement execute function refuse_change()', tab);
end $$;
revoke execute on function append_only(regclass) from public;

----------------------------------------------------------------------------------------------- organization

create table organization (
  tenant_id     uuid not null primary key,
  host_label    text not null unique check (host_label ~ '^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$'),
  name          text not null,
  language      text not null default 'en',
  time_zone     text not null default 'UTC',
  country       text not null default 'US',           -- reads national phone numbers
  mail_domains  text[] not null default '{}',         -- whose mail is ours: direction of journal mail
  policy_edition integer not null default 0,          -- grows with every change of any policy
  created_at    timestamptz not null default now()
);
select tenant_table('organization', 'select, insert, update');

----------------------------------------------------------------------------------------------- people

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
  primary key (tenant_id, id),
  unique (tenant_id, email_key)
);
select tenant_table('tenant_user', 'select, insert, update, delete');

create table contact (
  tenant_id   uuid not null,
  id          uuid not null,
  name        text not null,
  share_level text not null default 'global' check (share_level in ('global', 'personal')),
  owner_id    uuid,
  created_at  timestamptz not null default now(),
  primary key (tenant_id, id),
  foreign key (tenant_id, owner_id) references tenant_user (tenant_id, id)
);
select tenant_table('contact', 'select, insert, update, delete');

-- Who an address belongs to: how captured participants resolve to users and contacts.
create table address (
  tenant_id  uuid not null,
  value      text not null,                           -- E.164, lower-cased mail, or the channel's id
  user_id    uuid,
  contact_id uuid,
  primary key (tenant_id, value),
  foreign key (tenant_id, user_id) references tenant_user (tenant_id, id) on delete cascade,
  foreign key (tenant_id, contact_id) references contact (tenant_id, id) on delete cascade,
  check (num_nonnulls(user_id, contact_id) = 1)
);
select tenant_table('address', 'select, insert, update, delete');

create table conversation_group (
  tenant_id   uuid not null,
  id          uuid not null,
  name        text not null,
  name_key    text not null,
  description text not null default '',
  shared_conversation_history boolean not null default false,
  created_at  timestamptz not null default now(),
  primary key (tenant_id, id),
  unique (tenant_id, name_key)
);
select tenant_table('conversation_group', 'select, insert, update, delete');

create table conversation_group_member (
  tenant_id uuid not null,
  group_id  uuid not null,
  user_id   uuid not null,
  primary key (tenant_id, group_id, user_id),
  foreign key (tenant_id, group_id) references conversation_group (tenant_id, id) on delete cascade,
  foreign key (tenant_id, user_id) references tenant_user (tenant_id, id) on delete cascade
);
create index conversation_group_member_by_user on conversation_group_member (tenant_id, user_id);
select tenant_table('conversation_group_member', 'select, insert, update, delete');

create table conversation_group_contact (
  tenant_id  uuid not null,
  group_id   uuid not null,
  contact_id uuid not null,
  primary key (tenant_id, group_id, contact_id),
  foreign key (tenant_id, group_id) references conversation_group (tenant_id, id) on delete cascade,
  foreign key (tenant_id, contact_id) references contact (tenant_id, id) on delete cascade
);
select tenant_table('conversation_group_contact', 'select, insert, update, delete');

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
  primary key (tenant_id, id),
  unique (tenant_id, name_key)
);
select tenant_table('permission_profile', 'select, insert, update, delete');

create table permission_profile_group (
  tenant_id  uuid not null,
  profile_id uuid not null,
  group_id   uuid not null,
  primary key (tenant_id, profile_id, group_id),
  foreign key (tenant_id, profile_id) references permission_profile (tenant_id, id) on delete cascade,
  foreign key (tenant_id, group_id) references conversation_group (tenant_id, id) on delete cascade
);
select tenant_table('permission_profile_group', 'select, insert, update, delete');

create table permission_profile_member (
  tenant_id  uuid not null,
  profile_id uuid not null,
  user_id    uuid not null,
  primary key (tenant_id, profile_id, user_id),
  foreign key (tenant_id, profile_id) references permission_profile (tenant_id, id) on delete cascade,
  foreign key (tenant_id, user_id) references tenant_user (tenant_id, id) on delete cascade
);
create index permission_profile_member_by_user on permission_profile_member (tenant_id, user_id);
select tenant_table('permission_profile_member', 'select, insert, update, delete');

----------------------------------------------------------------------------------------------- audit, idempotency

create table audit_event (
  tenant_id   uuid not null,
  id          uuid not null,
  at          timestamptz not null default now(),
  actor_id    uuid,
  actor_name  text not null,                          -- as it was then
  type        text not null,
  target_kind text,
  target_id   text,
  changes     jsonb not null default '[]',            -- [{ field, old, new }]
  request_id  text,
  address     text,
  agent       text,
  primary key (tenant_id, id)
);
create index audit_event_by_time on audit_event (tenant_id, at desc, id desc);
select tenant_table('audit_event', 'select, insert');
select append_only('audit_event');

create table idempotency_key (
  tenant_id    uuid not null,
  user_id      uuid not null,
  key          text not null check (length(key) between 1 and 200),
  request_hash bytea not null,
  started_at   timestamptz not null default now(),
  status       smallint,                              -- null while the first request runs
  content_type text,
  body         bytea,
  primary key (tenant_id, user_id, key)
);
create index idempotency_key_by_age on idempotency_key (tenant_id, started_at);
select tenant_table('idempotency_key', 'select, insert, update, delete');

----------------------------------------------------------------------------------------------- capture

create table channel_account (
  tenant_id   uuid not null,
  id          uuid not null,
  channel     text not null,
  name        text not null,
  address     text not null,                          -- own number or journal address, canonical
  owner_id    uuid,                                   -- the representative, where it is one person's
  status      text not null default 'active' check (status in ('active', 'inactive', 'available', 'not-available')),
  settings    jsonb not null default '{}',
  secrets     bytea,                                  -- sealed; see platform/crypto.ts
  created_at  timestamptz not null default now(),
  primary key (tenant_id, id),
  foreign key (tenant_id, owner_id) references tenant_user (tenant_id, id)
);
create index channel_account_by_id on channel_account (id); -- a webhook names its account before its tenant is known
create index channel_account_by_address on channel_account (address);
select tenant_table('channel_account', 'select, insert, update, delete');

-- received = accepted + duplicate + parked + refused, per account.
create table account_tally (
  tenant_id     uuid not null,
  account_id    uuid not null,
  accepted      bigint not null default 0,
  duplicate     bigint not null default 0,
  parked        bigint not null default 0,
  refused       bigint not null default 0,
  last_event_at timestamptz,
  primary key (tenant_id, account_id),
  foreign key (tenant_id, account_id) references channel_account (tenant_id, id) on delete cascade
);
select tenant_table('account_tally', 'select, insert, update');

-- The bytes of one delivery, as received. Nothing changes or removes them but retention.
create table message_record (
  tenant_id    uuid not null,
  id           uuid not null,
  account_id   uuid not null,
  channel      text not null,
  transport    text not null,                         -- webhook, smtp, poll, socket, history
  source_key   text not null,                         -- the transport's key: equal for a redelivery
  sha256       bytea not null,
  received_at  timestamptz not null,
  content_type text not null,
  headers      jsonb not null,                        -- allow-listed, without secrets
  remote       text,
  bytes        bytea not null,
  primary key (tenant_id, id),
  unique (tenant_id, account_id, source_key, sha256)  -- same key, same bytes: nothing new
);
select tenant_table('message_record', 'select, insert');
select append_only('message_record');

-- Records not yet digested, in order of arrival.
create table record_backlog (
  tenant_id   uuid not null,
  record_id   uuid not null,
  attempts    smallint not null default 0,
  not_before  timestamptz not null default now(),
  primary key (tenant_id, record_id)
);
select tenant_table('record_backlog', 'select, insert, update, delete');

-- Records that could not be digested: kept, visible, and driven again on request.
create table parked_record (
  tenant_id  uuid not null,
  record_id  uuid not null,
  account_id uuid not null,
  parked_at  timestamptz not null,
  attempts   smallint not null,
  reason     text not null,
  primary key (tenant_id, record_id)
);
select tenant_table('parked_record', 'select, insert, delete');

-- Deliveries that were turned away: never parsed, never stored, but counted and named.
create table refused_delivery (
  tenant_id  uuid not null,
  id         uuid not null,
  account_id uuid not null,
  at         timestamptz not null,
  remote     text,
  size_bytes bigint not null,
  sha256     bytea,
  reason     text not null,
  primary key (tenant_id, id)
);
create index refused_delivery_by_account on refused_delivery (tenant_id, account_id, at desc);
select tenant_table('refused_delivery', 'select, insert');
select append_only('refused_delivery');

----------------------------------------------------------------------------------------------- conversations

create table conversation (
  tenant_id        uuid not null,
  id               uuid not null,
  channel          text not null,
  account_id       uuid not null,
  conversation_key text not null,
  type             text not null check (type in ('direct', 'group', 'thread')),
  title            text,
  group_ids        uuid[] not null default '{}',
  message_count    integer not null default 0,
  first_at         timestamptz not null,
  last_at          timestamptz not null,
  primary key (tenant_id, id),
  unique (tenant_id, account_id, conversation_key)
);
select tenant_table('conversation', 'select, insert, update, delete');

create table participant (
  tenant_id       uuid not null,
  conversation_id uuid not null,
  address         text not null,
  kind            text not null,
  display_name    text,
  user_id         uuid,
  contact_id      uuid,
  first_at        timestamptz not null,
  last_at         timestamptz not null,
  primary key (tenant_id, conversation_id, address),
  foreign key (tenant_id, conversation_id) references conversation (tenant_id, id) on delete cascade
);
create index participant_by_address on participant (tenant_id, address);
select tenant_table('participant', 'select, insert, update, delete');

-- The current state of a message. Rebuilt from records and events at any time.
create table message (
  tenant_id         uuid not null,
  id                uuid not null,
  record_id         uuid not null,
  channel           text not null,
  account_id        uuid not null,
  conversation_id   uuid not null,
  message_key       text not null,
  direction         text not null check (direction in ('inbound', 'outbound', 'internal', 'unknown')),
  author_address    text not null,
  author_name       text,                             -- as shown at that time
  author_user_id    uuid,
  author_contact_id uuid,
  posted_at         timestamptz not null,             -- by the best clock there is
  captured_at       timestamptz not null,             -- by ours
  subject           text,
  body              text,                             -- of the newest revision
  format            text not null default 'plain',
  content_type      text not null default 'text',
  structured        jsonb,
  recipients        jsonb,                            -- where addressing matters: mail
  reply_to_key      text,
  flags             text[] not null default '{}',
  attachment_count  smallint not null default 0,
  group_ids         uuid[] not null default '{}',     -- of the representatives in it, when captured
  group_key         bigint not null generated always as (hash_array_extended(group_ids, 0)) stored, -- the set of groups, as one value
  category          text not null default 'other',
  urgency           text not null default 'low',
  revision          smallint not null default 1,
  edited_at         timestamptz,
  deleted_at        timestamptz,
  deletion          jsonb,
  delivery_state    text,
  delivery_rank     smallint,
  examined_edition  integer,                          -- policies in force when it was examined; null: not yet
  search            tsvector,
  search_partly     boolean not null default false,   -- too large to be indexed whole
  primary key (tenant_id, id),
  unique (tenant_id, channel, message_key),           -- a redelivered message is the same message
  foreign key (tenant_id, conversation_id) references conversation (tenant_id, id)
);
-- The order of lists, with what they are most often limited to: what has it is met and counted without a row being read.
create index message_by_time on message (tenant_id, posted_at desc, id desc)
  include (group_key, channel, category, urgency, direction);
create index message_by_conversation on message (tenant_id, conversation_id, posted_at, id);
create index message_by_words on message using gin (search);
select tenant_table('message', 'select, insert, update');

-- Every version of a message that has more than one. Rows are added, never changed.
create table message_revision (
  tenant_id   uuid not null,
  message_id  uuid not null,
  revision    smallint not null,
  body        text,
  at          timestamptz not null,
  captured_at timestamptz not null,
  record_id   uuid not null,
  suspicious  boolean not null default false,         -- other bytes under the same key, without an edit event
  primary key (tenant_id, message_id, revision),
  foreign key (tenant_id, message_id) references message (tenant_id, id)
);
select tenant_table('message_revision', 'select, insert');
select append_only('message_revision');

-- Edits, deletions, reactions, statuses and membership: what happened to a message or conversation after it was said.
create table message_event (
  tenant_id       uuid not null,
  id              uuid not null,
  record_id       uuid not null,
  channel         text not null,
  account_id      uuid not null,
  event_key       text not null,
  kind            text not null,
  target_key      text,
  message_id      uuid,                               -- null while its message has not arrived
  conversation_id uuid,
  actor_address   text,
  actor_name      text,
  at              timestamptz not null,
  captured_at     timestamptz not null,
  payload         jsonb not null,
  primary key (tenant_id, id),
  unique (tenant_id, channel, event_key)
);
create index message_event_by_message on message_event (tenant_id, message_id, at);
create index message_event_by_conversation on message_event (tenant_id, conversation_id, at) where conversation_id is not null;
create index message_event_waiting on message_event (tenant_id, channel, target_key) where message_id is null and target_key is not null;
select tenant_table('message_event', 'select, insert, update');

create table attachment (
  tenant_id     uuid not null,
  id            uuid not null,
  message_id    uuid not null,
  ordinal       smallint not null,
  name          text,
  mime_declared text,
  mime_detected text,
  size_bytes    bigint,
  sha256        bytea,                                -- of the bytes; where they lie in the blob store
  state         text not null check (state in ('pending', 'stored', 'gap')),
  gap_reason    text,
  source_url    text,
  attempts      smallint not null default 0,
  next_try_at   timestamptz,
  primary key (tenant_id, id),
  unique (tenant_id, message_id, ordinal),
  foreign key (tenant_id, message_id) references message (tenant_id, id)
);
create index attachment_due on attachment (tenant_id, next_try_at) where state = 'pending';
select tenant_table('attachment', 'select, insert, update');

----------------------------------------------------------------------------------------------- across tenants

-- The few questions that are asked before a tenant is known. Each is a narrow function of a role that cannot log in;
-- the tables let that role read through a policy of its own, so no other query can use it.
grant select on organization, channel_account, record_backlog, attachment to verbatim_search;
create policy directory on organization for select to verbatim_search using (true);
create policy directory on channel_account for select to verbatim_search using (true);
create policy directory on record_backlog for select to verbatim_search using (true);
create policy directory on attachment for select to verbatim_search using (true);

create function tenant_of_host(label text) returns table (tenant_id uuid, name text)
  language sql stable security definer set search_path = pg_catalog, public as
$$ select o.tenant_id, o.name from public.organization o where o.host_label = label $$;

create function tenant_of_account(account uuid) returns uuid
  language sql stable security definer set search_path = pg_catalog, public as
$$ select a.tenant_id from public.channel_account a where a.id = account $$;

create function account_of_journal_address(mail text) returns table (tenant_id uuid, account_id uuid)
  language sql stable security definer set search_path = pg_catalog, public as
$$ select a.tenant_id, a.id from public.channel_account a where a.address = mail and a.channel = 'proofpoint' $$;

create function every_tenant() returns setof uuid
  language sql stable security definer set search_path = pg_catalog, public as
$$ select o.tenant_id from public.organization o order by 1 $$;

create function tenants_with_backlog(at timestamptz) returns setof uuid
  language sql stable security definer set search_path = pg_catalog, public as
$$ select o.tenant_id from public.organization o
   where exists (select from public.record_backlog b where b.tenant_id = o.tenant_id and b.not_before <= at) $$;

create function tenants_with_due_media(at timestamptz) returns setof uuid
  language sql stable security definer set search_path = pg_catalog, public as
$$ select o.tenant_id from public.organization o
   where exists (select from public.attachment a
                 where a.tenant_id = o.tenant_id and a.state = 'pending' and a.next_try_at <= at) $$;

do $$
declare f regprocedure;
begin
  foreach f in array array[
    'tenant_of_host(text)', 'tenant_of_account(uuid)', 'account_of_journal_address(text)', 'every_tenant()',
    'tenants_with_backlog(timestamptz)', 'tenants_with_due_media(timestamptz)']::regprocedure[]
  loop
    execute format('revoke execute on function %s from public', f);
    execute format('grant execute on function %s to verbatim_app', f);
    execute format('alter function %s owner to verbatim_search', f);
  end loop;
end $$;
