-- A mail that was internal turns out to have left the organization, once a further report names someone outside. A right to the direction of
-- messages, a trigger that allows only that, and triggers that count such a message again. Messages can be read meanwhile; writers wait for a
-- moment. A line that becomes its message is counted once it has what that says. The previous release changes no direction.

grant update (direction) on message to verbatim_app;
create trigger keep_direction before update of direction on message for each row execute function keep_direction();

create or replace trigger roll_up_changes after update of group_ids, category, urgency, content_type, flags, is_covered, direction on message
  for each row when (old.group_ids is distinct from new.group_ids or old.category <> new.category
    or old.urgency <> new.urgency or old.content_type <> new.content_type or old.flags <> new.flags
    or old.is_covered is distinct from new.is_covered or old.direction <> new.direction and old.content_type <> 'missing')
  execute function roll_up_changes();
create or replace trigger count_late_again after update of group_ids, category, urgency, content_type, flags, direction on message
  for each row when (('late' = any(old.flags) or 'late' = any(new.flags)) and (old.group_ids is distinct from new.group_ids
    or old.category <> new.category or old.urgency <> new.urgency or old.content_type <> new.content_type or old.flags <> new.flags
    or old.direction <> new.direction and old.content_type <> 'missing'))
  execute function count_late_again();
create or replace trigger open_changes after update of group_ids, content_type, flags, direction on message
  for each row when (old.group_ids is distinct from new.group_ids or old.content_type <> new.content_type or old.flags <> new.flags
    or old.direction <> new.direction and old.content_type <> 'missing')
  execute function open_changes();
create or replace trigger follow_message after update of group_ids, category, urgency, content_type, flags, direction on message
  for each row when (old.group_ids is distinct from new.group_ids or old.category <> new.category
    or old.urgency <> new.urgency or old.content_type <> new.content_type or old.flags <> new.flags
    or old.direction <> new.direction and old.content_type <> 'missing')
  execute function follow_message();
