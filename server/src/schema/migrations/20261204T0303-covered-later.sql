-- A message is covered once it reaches a group or a language that a policy asks for: the counts follow. The trigger locks messages for a
-- moment, and counts for the previous release as before.

create or replace trigger roll_up_changes after update of group_ids, category, urgency, content_type, flags, is_covered on message
  for each row when (old.group_ids is distinct from new.group_ids or old.category <> new.category
    or old.urgency <> new.urgency or old.content_type <> new.content_type or old.flags <> new.flags
    or old.is_covered is distinct from new.is_covered)
  execute function roll_up_changes();
