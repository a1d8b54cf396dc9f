-- Archiving by mail: signing in to the receiver with an access token. Columns that nobody uses before it is chosen. The previous
-- release cannot sign in so: it gives the sealed secret of the client as a password, encrypted, to the receiver that was chosen,
-- which refuses it, and the mails wait.

alter table archiving
  add column token_url      text not null default '',
  add column client_id      text not null default '',
  add column scope          text not null default '',
  add column refresh_sealed bytea,
  add column access_sealed  bytea,                    -- the last access token
  add column access_until   timestamptz,
  drop constraint archiving_sign_in_check,
  add constraint archiving_sign_in_check check (sign_in in ('none', 'plain', 'login', 'xoauth2'));
grant update (token_url, client_id, scope, refresh_sealed, access_sealed, access_until) on archiving to verbatim_app;
