-- Why the provider refused to list the messages of an account, so that an answer to another question does not count as one to this.
-- A column that is null, so nothing is rewritten. The previous release does not know it, and clears any refusal by any answer.
alter table channel_account add column list_problem text;
grant update (list_problem) on channel_account to verbatim_app;
