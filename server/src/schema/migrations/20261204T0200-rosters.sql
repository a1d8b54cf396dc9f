-- Conversations whose title and people a provider is asked for. A new table, so nothing waits. The previous release does not know it,
-- and asks for nothing.

create table conversation_roster (
  tenant_id  uuid not null,
  id         uuid not null,                           -- the conversation's
  next_at    timestamptz,                             -- when to ask; null: once something is said in it
  attempts   integer not null default 0,
  asked_at   timestamptz,                             -- when it was last answered, or given up
  answer     bytea,                                   -- a hash of the last answer: one that says nothing new is not kept
  problem    text,                                    -- why the last question has no answer
  primary key (tenant_id, id),
  foreign key (tenant_id, id) references conversation (tenant_id, id)
);
create index conversation_roster_due on conversation_roster (tenant_id, next_at) where next_at is not null;
select tenant_table('conversation_roster', 'select, insert, update (next_at, attempts, asked_at, answer, problem)');
select read_by_functions('conversation_roster', 'directory');
