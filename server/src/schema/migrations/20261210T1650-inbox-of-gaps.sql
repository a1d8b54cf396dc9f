-- Inboxes also tell of gaps of accounts. The checks read the small table once under a lock; the previous release leaves such items out.
-- Only a gap that people were not notified of is removed, but for those of organizations that are, so no foreign key locks a second table.

alter table inbox_item
  add column account_gap_id uuid,
  drop constraint inbox_item_about_one,
  add constraint inbox_item_about_one check (num_nonnulls(event_id, change_request_id, import_id, archive_outage_id, account_gap_id) = 1),
  drop constraint inbox_item_kind_check,
  add constraint inbox_item_kind_check check (kind in (
    'assigned', 'unassigned', 'moved', 'commented', 'mentioned', 'raised', 'change-requested', 'change-approved', 'change-rejected',
    'import-done', 'import-failed', 'archiving-fails', 'archiving-works', 'gap-lasts', 'gap-over'));
