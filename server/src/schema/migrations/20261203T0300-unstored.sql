-- A kind of gap: what had arrived and could not be stored. The check of account_gap is replaced, which locks that table for a moment.
-- The previous release shows such a gap as one without a reason. Its mails have no word for it: if a worker of it takes one, while releases
-- mix, the subject ends in "undefined"; the account and its times are right.

alter table account_gap drop constraint account_gap_kind_check;
alter table account_gap add constraint account_gap_kind_check check (kind in ('disconnected', 'silent', 'canary', 'unstored'));
