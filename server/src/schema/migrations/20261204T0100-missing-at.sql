-- From when the message of a waiting event counts as missing. Adds a column that is null where nothing waits, and two small
-- indexes, which takes a moment for those that wait. The previous release sets no time, so what it takes waits for a later rebuild of the
-- column; it comes with its message as before.

alter table message_event add column missing_at timestamptz;   -- when its message counts as missing; null: it has come, or none is named
alter table message_event no force row level security;
update message_event set missing_at = captured_at + interval '7 days' where message_id is null and target_key is not null;
alter table message_event force row level security;
create index message_event_missing on message_event (tenant_id, missing_at) where message_id is null and missing_at is not null;
-- Those that give their message further names, which others may wait for.
create index message_event_naming on message_event (tenant_id) where message_id is null and payload ? 'aliases';
select read_by_functions('message_event', 'directory');
