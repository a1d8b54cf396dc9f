-- The session that an address of an embedded insight was given to, because the address ends with it. Addresses live for five minutes: those of before,
-- and of the previous release while it still runs, have no session and open nothing; their readers ask again. Columns without a rewrite:
-- embedded insights wait for a moment.
alter table embed_ticket
  add column session_id text,
  add column signed_in_at timestamptz;
