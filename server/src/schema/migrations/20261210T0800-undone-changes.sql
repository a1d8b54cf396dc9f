-- Whether a change of an event was undone is asked for each decision. Few entries undo one.
create index event_history_by_undone on event_history (tenant_id, event_id, undoes) where undoes is not null;
