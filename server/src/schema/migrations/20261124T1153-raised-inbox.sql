-- Notifications reach the inboxes of recipients who are users. Replacing the check reads the small table once under a lock;
-- the previous release shows such items without a sentence.

alter table inbox_item drop constraint inbox_item_kind_check;
alter table inbox_item add constraint inbox_item_kind_check
  check (kind in ('assigned', 'unassigned', 'moved', 'commented', 'mentioned', 'raised'));
