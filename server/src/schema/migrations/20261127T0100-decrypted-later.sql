-- A line that stood for a message which could not be decrypted becomes the message once that comes: what it said before is noted
-- like what a later release understood, without a release. A message of a kind that is not known may then still be read again, so
-- it has a note of each. The table is new and small, so its key is made anew at once. The previous release notes as before.

alter table message_reread
  alter column release drop not null,                 -- null: its content came in a later record
  drop constraint message_reread_pkey,
  add primary key (tenant_id, message_id, at);
