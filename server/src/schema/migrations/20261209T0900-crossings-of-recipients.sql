-- The crossing that a recipient of an alert was mailed about last: if that mail was not sent, they do not know. Recipients of before have none
-- until their figure crosses the threshold again. A column without a rewrite: recipients wait for a moment. The previous release leaves it empty.
alter table metric_alert_recipient add column crossing_id uuid;
grant update (crossing_id) on metric_alert_recipient to verbatim_app;
