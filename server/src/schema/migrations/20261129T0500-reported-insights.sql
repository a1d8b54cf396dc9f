-- Scheduled reports show insights, too: a copy may be refused because the insight was removed, and the schedules of an insight are listed
-- beside it. Alerts are narrowed by what a figure counts. The tables are small, so their checks and columns wait for nothing. The
-- previous release can't make reports of insights: their copies are tried again later; it checks an alert without what narrows it.

alter table report_copy
  drop constraint report_copy_refusal_check,
  add constraint report_copy_refusal_check check (refusal in ('no-permission', 'disabled', 'removed'));

alter table metric_alert add column filter jsonb not null default '{}';   -- only what has one of the values of each field
grant update (filter) on metric_alert to verbatim_app;
