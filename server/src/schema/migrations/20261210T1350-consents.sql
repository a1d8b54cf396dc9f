-- What clients say about consent is found by an index. Making it locks the writing of messages. The previous release runs on with it.

create index message_consent on message (tenant_id, author_contact_id, posted_at) where structured ?| array['consent', 'optOut'];
