-- Whose list an account is compared with, and since when: another place does not have the messages of the one before. New columns, without a
-- default, so nothing waits. The previous release does not know them; what it compares meanwhile changes neither.
alter table channel_account add column list_place text, add column list_place_since timestamptz;
grant update (list_place, list_place_since) on channel_account to verbatim_app;
