-- Changes of groups and users that wait for a second person. Requests wait while the few rows are checked. The previous release lists only the
-- kinds that it knows.

alter table change_request drop constraint change_request_kind_check;
alter table change_request add constraint change_request_kind_check check (kind in ('policy', 'retention', 'people'));
