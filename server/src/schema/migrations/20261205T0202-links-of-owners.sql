-- A link is for the owner that it was sent to, so a change of the owner ends it. The trigger is replaced at once; accounts wait for a moment.
-- The previous release works with it.
drop trigger end_account_links on channel_account;
create trigger end_account_links after update of status, request, removed_at, owner_id on channel_account
  for each row when (
    new.status = 'active' and old.status <> 'active'
    or new.request = 'delete' and old.request is distinct from 'delete'
    or new.removed_at is not null and old.removed_at is null
    or new.owner_id is distinct from old.owner_id
  ) execute function end_account_links();
