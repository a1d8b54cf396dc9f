-- What a provider vouched for is over when the person becomes a super administrator, so it says that it did.
-- Adds columns with constant defaults: takes each lock for a moment. The previous release runs on it.

alter table identity_family
  add column by_provider boolean not null default false;
alter table identity_browser
  add column by_provider boolean not null default false;
