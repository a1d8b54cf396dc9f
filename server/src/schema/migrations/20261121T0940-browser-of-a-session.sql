-- Which browser of the hosted pages a session came from: to end the session is to forget the browser.
-- Adds a column without a default: takes its lock for a moment. The previous release runs on it.

alter table identity_family
  add column browser_hash bytea;                        -- of identity_browser, which may be gone before
