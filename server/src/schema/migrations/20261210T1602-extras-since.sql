-- Since when changes of members and receipts are archived, so that the summary lacks none from before they were chosen; null: for as long as
-- it counts. New columns, so nothing waits. The previous release does not know them: what it lets people choose counts from the beginning.
alter table archiving add column membership_from timestamptz, add column receipt_from timestamptz;
grant update (membership_from, receipt_from) on archiving to verbatim_app;
