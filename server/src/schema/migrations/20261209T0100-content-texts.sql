-- Words in content that is not text are further texts of their message, also of one that is there already. The function that keeps what a
-- message says lets such texts be added, and is one of those that are replaced whole from now on. Messages can be read meanwhile; writers
-- wait for a moment. The previous release adds no such text.

create or replace trigger keep_understood before update of content_type, structured, subject, format, others, reply_to_key,
  attachment_count, flags on message for each row execute function keep_said();
drop function keep_understood();
