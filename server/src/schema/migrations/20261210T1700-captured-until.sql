-- How far the connection of an account has captured, and since when it is open. The previous release leaves both as they are, so they are older than
-- the truth as long as it runs, and people may be notified of an account that is behind and is not.
alter table account_session
  add column captured_until timestamptz,  -- what its provider had then is captured
  add column opened_at timestamptz;
grant update (captured_until, opened_at) on account_session to verbatim_app;
