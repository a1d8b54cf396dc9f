-- How much of what could not be stored is still in a damaged file of the server. A column that may be null; the previous release does not know
-- it, and keeps such files for ever.

alter table account_gap add column held_bytes bigint;          -- the size of the file; null: there is none
grant update (held_bytes) on account_gap to verbatim_app;
