-- Providers are asked once a day about the accounts of people that receive through a source. A new column with a constant default, so
-- nothing waits. Accounts that are there are asked about an hour later: until then the previous release may still run, which could not read
-- the answers.

alter table channel_account add column standing_after timestamptz not null default (now() + interval '1 hour');
alter table channel_account alter column standing_after set default '1970-01-01 00:00:00+00';
grant update (standing_after) on channel_account to verbatim_app;
