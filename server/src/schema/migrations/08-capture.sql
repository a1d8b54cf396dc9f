-- Connected accounts, and what was received for them: the bytes themselves, and how far they were digested.

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
create index channel_account_by_owner on channel_account (tenant_id, owner_id) where owner_id is not null;
select tenant_table('channel_account', 'select, insert, update (owner_id)');
select read_by_functions('channel_account', 'directory');

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
select tenant_table('account_tally', 'select, insert, update (accepted, duplicate, parked, refused, last_event_at)');
select read_by_functions('account_tally', 'directory');

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
select tenant_table('record_backlog', 'select, insert, update (attempts, not_before), delete');
select read_by_functions('record_backlog', 'directory');

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
select read_by_functions('parked_record', 'directory');

-- Deliveries that were turned away: never parsed, never stored, but named where they are among the first of their minute.
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

-- All of them, counted: a stranger who sends a million makes rows by the minute, not by the delivery.
create table refusal_count (
  tenant_id  uuid not null,
  account_id uuid not null,
  minute     timestamptz not null,
  reason     text not null,
  times      bigint not null,
  primary key (tenant_id, account_id, minute, reason)
);
select tenant_table('refusal_count', 'select, insert');
grant update (times) on refusal_count to verbatim_app;
