-- Figures follow a changed time zone or changed business days in a worker. A column that is empty for all; the previous release counts
-- anew in the request that changes the zone, as before.

alter table organization add column figures_due_at timestamptz;   -- figures follow the settings from then on; null: they do
create index organization_figures_due on organization (figures_due_at) where figures_due_at is not null;
grant update (figures_due_at) on organization to verbatim_app;
