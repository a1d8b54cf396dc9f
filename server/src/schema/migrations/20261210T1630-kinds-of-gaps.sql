-- Kinds of gaps: messages were not delivered and came by the list alone, or could not be decrypted; and the outcome that they can't be read yet. The
-- checks of account_gap are replaced, which locks that table for a moment. The previous release makes no such gaps, and shows one as one without a reason.

alter table account_gap drop constraint account_gap_kind_check;
alter table account_gap add constraint account_gap_kind_check
  check (kind in ('disconnected', 'silent', 'canary', 'unstored', 'missing', 'undelivered', 'undecrypted'));
alter table account_gap drop constraint account_gap_outcome_check;
alter table account_gap add constraint account_gap_outcome_check
  check (outcome in ('compared', 'kept', 'lost', 'unknown', 'removed', 'arrived', 'unread'));
