-- Finds the events assigned to a user who is removed with the import that created them: without it, each of them read all events. Events
-- can be read while it is made; new ones and decisions wait.
create index cognitive_event_by_assignee on cognitive_event (tenant_id, assignee_id) where assignee_id is not null;
