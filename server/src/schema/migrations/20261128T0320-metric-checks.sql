-- The daily check of a sample of the counts for Key Metrics: when, and what it found. Columns with defaults that are stored once, so
-- nothing waits; the previous release does not check.

alter table organization
  add column metrics_check_at timestamptz not null default now(),   -- checked from then on
  add column metrics_checked_at timestamptz,
  add column metrics_differing integer not null default 0;          -- counts that differed from the messages
grant update (metrics_check_at, metrics_checked_at, metrics_differing) on organization to verbatim_app;
