-- How far the history has come that a provider hands over after an account was linked, and whether people stopped it. Columns without
-- a rewrite: connections wait for a moment. The previous release keeps all of the history, and says nothing of it.
alter table account_session
  add column history_progress   smallint,             -- in percent; null: nothing came
  add column history_at         timestamptz,          -- when the last of it came
  add column history_stopped_at timestamptz;          -- nothing more of it is kept from then on
grant update (history_progress, history_at, history_stopped_at) on account_session to verbatim_app;
