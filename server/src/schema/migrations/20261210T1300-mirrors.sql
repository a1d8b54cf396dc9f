-- Copies of one message that several accounts of an organization captured: what they have in common, and which one is counted. Columns with
-- no value, so nothing is rewritten; messages can be read while the indexes are made, and writers wait. Triggers count a message anew that
-- turns out to be a copy. The previous release links no copies, and leaves out those that were linked since.

alter table message add column mirror_key text;
alter table message add column mirror_of uuid;
grant update (mirror_key, mirror_of) on message to verbatim_app;
create trigger keep_mirrors before update of mirror_key, mirror_of on message for each row execute function keep_mirrors();
create index message_by_mirror_key on message (tenant_id, mirror_key) where mirror_key is not null;
create index message_by_mirror_of on message (tenant_id, mirror_of) where mirror_of is not null;
create index message_mirrors on message (tenant_id, posted_at) where mirror_of is not null;

create or replace trigger roll_up_changes after update of group_ids, category, urgency, content_type, flags, is_covered, direction, mirror_of on message
  for each row when (old.group_ids is distinct from new.group_ids or old.category <> new.category
    or old.urgency <> new.urgency or old.content_type <> new.content_type or old.flags <> new.flags
    or old.is_covered is distinct from new.is_covered or old.direction <> new.direction and old.content_type <> 'missing'
    or old.mirror_of is distinct from new.mirror_of)
  execute function roll_up_changes();
create or replace trigger count_late_again after update of group_ids, category, urgency, content_type, flags, direction, mirror_of on message
  for each row when (('late' = any(old.flags) or 'late' = any(new.flags)) and (old.group_ids is distinct from new.group_ids
    or old.category <> new.category or old.urgency <> new.urgency or old.content_type <> new.content_type or old.flags <> new.flags
    or old.direction <> new.direction and old.content_type <> 'missing' or old.mirror_of is distinct from new.mirror_of))
  execute function count_late_again();
create or replace trigger open_changes after update of group_ids, content_type, flags, direction, mirror_of on message
  for each row when (old.group_ids is distinct from new.group_ids or old.content_type <> new.content_type or old.flags <> new.flags
    or old.direction <> new.direction and old.content_type <> 'missing' or old.mirror_of is distinct from new.mirror_of)
  execute function open_changes();
create or replace trigger follow_message after update of group_ids, category, urgency, content_type, flags, direction, mirror_of on message
  for each row when (old.group_ids is distinct from new.group_ids or old.category <> new.category
    or old.urgency <> new.urgency or old.content_type <> new.content_type or old.flags <> new.flags
    or old.direction <> new.direction and old.content_type <> 'missing' or old.mirror_of is distinct from new.mirror_of)
  execute function follow_message();
