-- Triggers keep the ranges, also for the previous release.
create trigger note_compared_hours after insert on coverage_hour referencing new table as fresh
  for each statement execute function note_compared_hours();
create trigger note_compared_again after update on coverage_hour referencing new table as fresh
  for each statement execute function note_compared_hours();

-- Until 20261201T0203.
alter table coverage_hour no force row level security;
