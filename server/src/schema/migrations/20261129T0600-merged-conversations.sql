-- Conversations that turned out to be one: two names of a person each had one before a message named both. A column with no value,
-- so nothing is rewritten. The previous release does not know it; the names of a merged conversation lead it to the other one, too.

alter table conversation add column merged_into uuid;
alter table conversation add foreign key (tenant_id, merged_into) references conversation (tenant_id, id);
create index conversation_merged on conversation (tenant_id, merged_into) where merged_into is not null;
grant update (merged_into) on conversation to verbatim_app;
-- Only to the thread of a conversation that is merged: see `join_conversation`.
grant update (conversation_id) on message, cognitive_event, conversation_alias to verbatim_app;
create trigger join_conversation after update of merged_into on conversation
  for each row when (old.merged_into is null and new.merged_into is not null) execute function join_conversation();
-- A search for the messages of a merged conversation finds those of the one that it turned out to be.
grant select (tenant_id, id, merged_into) on conversation to verbatim_search;
create policy directory on conversation for select to verbatim_search using (true);
