-- Decisions that were reopened are few among all entries, and are compared with the later ones.
create index event_history_by_reopening on event_history (tenant_id, event_id, version)
  where from_status in ('resolved', 'dismissed') and to_status in ('new', 'in_review', 'escalated');

-- Who decided on what, for filters that name a person.
create index event_history_by_decider on event_history (tenant_id, actor_id)
  where kind = 'status' and to_status in ('resolved', 'dismissed');

-- The change that an entry takes back. The previous release writes it only as a note, which a person may type as well: an entry before
-- this takes back the one before it, if the same person returned the event to what it was.
alter table event_history add column undoes uuid;

-- The owner sees no rows of a tenant otherwise.
alter table event_history no force row level security;
alter table event_history disable trigger append_only;
update event_history entry set undoes = undone.change_id
  from event_history undone
  where entry.kind = 'status' and entry.note = 'Undone' and undone.tenant_id = entry.tenant_id and undone.event_id = entry.event_id
    and undone.version = entry.version - 1 and undone.actor_id = entry.actor_id and entry.to_status = undone.before ->> 'status'
    and entry.disposition is not distinct from undone.before ->> 'disposition';
alter table event_history enable trigger append_only;
alter table event_history force row level security;
