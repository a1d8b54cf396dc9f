-- A kind of gap: messages did not come, of which changes or receipts did; and the outcome that they have come. The checks of
-- account_gap are replaced, which locks that table for a moment. The previous release makes no such gap, and shows one as one without a reason.

alter table account_gap drop constraint account_gap_kind_check;
alter table account_gap add constraint account_gap_kind_check
  check (kind in ('disconnected', 'silent', 'canary', 'unstored', 'missing'));
alter table account_gap drop constraint account_gap_outcome_check;
alter table account_gap add constraint account_gap_outcome_check
  check (outcome in ('compared', 'kept', 'lost', 'unknown', 'removed', 'arrived'));
