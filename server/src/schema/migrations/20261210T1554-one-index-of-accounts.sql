-- Apart from the new index, so that there is always one. Messages wait for a moment.
drop index message_by_account;
