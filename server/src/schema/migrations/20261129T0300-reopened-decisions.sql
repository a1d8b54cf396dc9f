-- Decisions that were reopened are few among all entries, and are compared with the later ones.
create index event_history_by_reopening on event_history (tenant_id, event_id, version)
  where from_status in ('resolved', 'dismissed') and to_status in ('new', 'in_review', 'escalated');
