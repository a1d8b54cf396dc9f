-- Each user has their mail address. Until now it stayed with a contact that had it, and was no one's once that contact was removed: what
-- the user wrote was the contact's. These files, up to 20261210T0350, give users their addresses; of tables that are in use, each locks
-- one, for a moment. The previous release leaves an address with its contact if its user is added later.

-- The owner sees no rows of a tenant otherwise, until 20261210T0350.
alter table tenant_user no force row level security;
