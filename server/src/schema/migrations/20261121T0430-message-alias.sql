-- Other keys of a message: a mail's Message-ID, the SMS behind a conversation's message. Answers and events may name either.
-- New table: takes no lock anybody waits for. Safe with the previous release.
create table message_alias (
  tenant_id  uuid not null,
  channel    text not null,
  alias      text not null,
  message_id uuid not null,
  primary key (tenant_id, channel, alias),
  foreign key (tenant_id, message_id) references message (tenant_id, id)
);
select tenant_table('message_alias', 'select, insert');
