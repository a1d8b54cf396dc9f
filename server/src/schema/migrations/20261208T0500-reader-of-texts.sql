-- The version of the reader of files that extracted a text, because a later one may find more in the same bytes. A column of the table of
-- texts, which is locked for a moment. The previous release stores texts as of the first version, which is right.
alter table attachment_text
  add column reader smallint not null default 1;
