-- Finds the messages that could not be decrypted, of which there are few. Messages can be read while it is made; new ones wait.
create index message_unopened on message (tenant_id, account_id, captured_at) where 'undecrypted' = any(flags) or structured ? 'firstNumber';
