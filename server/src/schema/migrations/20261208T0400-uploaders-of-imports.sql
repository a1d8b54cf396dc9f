-- Who uploaded the file of an import, and so knows its rows, also once another person has started it. A column without a rewrite:
-- imports wait for a moment. Unknown for those from before it. The previous release does not know it, and shows the rows to the user
-- who started the import. Without a constraint, because the ID of a user who is gone is not given again.
alter table import add column uploaded_by uuid;
