-- When an event's message counts as missing is set by a function that is one of those that are replaced whole from now on. The trigger locks
-- events for a moment. Nodes of the previous release call neither function by its name.

create or replace trigger wait_for_message before insert on message_event for each row
  when (new.message_id is null and new.target_key is not null and new.missing_at is null) execute function date_waiting_event();
drop function wait_for_message();
