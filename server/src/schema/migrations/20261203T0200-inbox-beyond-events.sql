-- Inboxes also tell of changes that wait for approval or were decided, and of imports that ended. The checks read the small table once
-- under a lock; the previous release leaves out items without an event. Foreign keys would lock a second table, and neither change
-- requests nor imports are ever removed.

alter table inbox_item
  alter column event_id drop not null,
  add column change_request_id uuid,
  add column import_id uuid,
  add constraint inbox_item_about_one check (num_nonnulls(event_id, change_request_id, import_id) = 1),
  drop constraint inbox_item_kind_check,
  add constraint inbox_item_kind_check check (kind in (
    'assigned', 'unassigned', 'moved', 'commented', 'mentioned', 'raised',
    'change-requested', 'change-approved', 'change-rejected', 'import-done', 'import-failed'));
