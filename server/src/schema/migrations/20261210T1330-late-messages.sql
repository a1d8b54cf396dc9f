-- Up to where the messages that a provider has written down were looked at, whenever they were sent: in its own terms. A column that is null,
-- so nothing is rewritten. The previous release does not know it, and leaves it as it is.
alter table channel_account add column list_mark text;
grant update (list_mark) on channel_account to verbatim_app;
