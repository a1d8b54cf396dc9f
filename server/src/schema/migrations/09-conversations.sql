-- Conversations and who takes part in them: projections, rebuilt from records and events at any time.

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
  -- A closed conversation keeps everything; a later message opens it again.
  closed_at        timestamptz,
  closed_reason    text check (closed_reason in ('share-level', 'phone-number')),
  closing_id       uuid,                              -- the change that closed it, for its undo
  primary key (tenant_id, id),
  unique (tenant_id, account_id, conversation_key)
);
create index conversation_by_closing on conversation (tenant_id, closing_id) where closing_id is not null;
select tenant_table('conversation', 'select, insert, update (title, group_ids, message_count, first_at, last_at,
  closed_at, closed_reason, closing_id)');

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
create index participant_by_user on participant (tenant_id, user_id, conversation_id) where user_id is not null;
create index participant_by_contact on participant (tenant_id, contact_id, conversation_id) where contact_id is not null;
select tenant_table('participant', 'select, insert, update (display_name, user_id, contact_id, first_at, last_at)');
