-- What the recipient of a mail could see when its figures were counted: it is not sent once they can see less. Mails that wait have none,
-- and are sent as before. Columns without a rewrite: mails wait for a moment. The previous release sends them without asking.
alter table mail add column made_for jsonb;
-- A report is counted again, and has the key of the mail that was not sent.
grant update (dedupe_key) on mail to verbatim_app;
