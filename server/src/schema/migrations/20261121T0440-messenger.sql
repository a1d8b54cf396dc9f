-- Finds the conversations of a person: by taking part in them, by the account they run through, by their contacts.
-- New indexes: block writes to these tables while they are built. Safe with the previous release.

create index participant_by_user on participant (tenant_id, user_id, conversation_id) where user_id is not null;
create index participant_by_contact on participant (tenant_id, contact_id, conversation_id) where contact_id is not null;
create index channel_account_by_owner on channel_account (tenant_id, owner_id) where owner_id is not null;
