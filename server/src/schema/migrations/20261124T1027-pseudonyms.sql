-- Pseudonymous reading: whether the organization reads under pseudonyms, the key they are made with, and the conversations
-- whose people a reader revealed. New tables and a column with a default that is stored once, so nothing waits; the
-- previous release reads under names.

alter table organization add column reads_under_pseudonyms boolean not null default false;
grant update (reads_under_pseudonyms) on organization to verbatim_app;

-- Made once, when pseudonyms are turned on first: later ones are the same. Sealed with keys that are not in the database.
create table pseudonym_key (
  tenant_id uuid not null primary key references organization (tenant_id),
  sealed    bytea not null
);
select tenant_table('pseudonym_key', 'select, insert, update (sealed)');

create table person_reveal (
  tenant_id       uuid not null,
  user_id         uuid not null,
  conversation_id uuid not null,
  reason          text not null,
  revealed_at     timestamptz not null,
  until           timestamptz not null,
  primary key (tenant_id, user_id, conversation_id),
  foreign key (tenant_id, user_id) references tenant_user (tenant_id, id),
  foreign key (tenant_id, conversation_id) references conversation (tenant_id, id) on delete cascade
);
select tenant_table('person_reveal', 'select, insert, update (reason, revealed_at, until)');
