-- Some providers give edits in whole seconds and in an order of their own: of two versions of one time that order decides. A column of
-- the table of versions, which is locked for a moment. The previous release goes by the time, and then by what came first.
alter table message_revision
  add column sequence bigint; -- of versions of one time the higher one is later; null: before those that have one
