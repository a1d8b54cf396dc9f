-- Finds the addresses that a contact had before a merge, which a removed contact must not leave behind: without it, each removal read all
-- addresses. Contacts can be read while it is made; changes of their addresses wait.
create index contact_identity_by_origin on contact_identity (tenant_id, origin_contact_id) where origin_contact_id is not null;
