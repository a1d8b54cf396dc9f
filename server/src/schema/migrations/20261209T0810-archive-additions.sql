-- Finds the mails about additions to messages, of which there are few: the summary asks for them with each message. Mails can be read while
-- it is made. The previous release does not notice it.
create index archive_mail_additions on archive_mail (tenant_id, message_id) where event = 'message' and ref <> '1';
