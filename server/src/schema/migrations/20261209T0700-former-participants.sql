-- Who had the address of a participant before, and until when: what was written to it then was written to them. A new table that names
-- conversations, which wait for a moment. The previous release does not know it: in what it takes, an address that another person has
-- now stays whose it was, until this one takes the next message.
create table participant_former (
  tenant_id       uuid not null,
  conversation_id uuid not null,
  address         text not null,
  until           timestamptz not null,
  user_id         uuid,
  contact_id      uuid,
  primary key (tenant_id, conversation_id, address, until),
  foreign key (tenant_id, conversation_id) references conversation (tenant_id, id) on delete cascade,
  check (num_nonnulls(user_id, contact_id) > 0)
);
create index participant_former_by_user on participant_former (tenant_id, user_id, conversation_id) where user_id is not null;
create index participant_former_by_contact on participant_former (tenant_id, contact_id, conversation_id) where contact_id is not null;
select tenant_table('participant_former', 'select, insert');
select read_by_functions('participant_former', 'search_reads');
