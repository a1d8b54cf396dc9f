-- A contact is merged into another one, never into itself, as a successor who was the user who left did to their personal contacts. Such
-- contacts become archived ones, so that what they said is theirs and not of a contact that leads nowhere. Contacts wait while the few rows
-- change and the table is read once. The previous release does not notice it.

-- The owner sees no rows of a tenant otherwise.
alter table contact no force row level security;
update contact set merged_into = null where merged_into = id;
alter table contact force row level security;
alter table contact add constraint contact_merged_elsewhere check (merged_into <> id);
