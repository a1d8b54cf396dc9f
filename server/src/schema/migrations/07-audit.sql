-- The audit trail, and answers that are kept for their repetition.

create table audit_event (
  tenant_id   uuid not null,
  id          uuid not null,
  at          timestamptz not null default now(),
  actor_id    uuid,
  actor_name  text not null,                          -- as it was then
  type        text not null,
  target_kind text,
  target_id   text,
  target_name text,                                   -- as it was then
  changes     jsonb not null default '[]',            -- [{ field, old, new }]
  counts      jsonb not null default '{}',            -- { membersAdded: 3 }
  request_id  text,
  address     text,
  agent       text,
  channel     text,                                   -- of what it tells about, by a trigger
  group_ids   uuid[],                                 -- null in both: the organization's own matter, for every reader of the trail
  primary key (tenant_id, id)
);
create trigger audit_reach before insert on audit_event for each row execute function audit_reach();

-- What an event is found by: who, what was acted on, the kind of act, and from where. An index holds what it gives, so it
-- changes only together with that: by a migration.
create function audit_words(actor text, target text, type text, address text) returns tsvector
  language sql immutable set search_path = pg_catalog, pg_temp as $$
  select to_tsvector('simple'::regconfig, lower(translate(
    concat_ws(' ', actor, target, type, address), '_-./@:+()[]{}<>"''&|!*\,;', repeat(' ', 30))))
$$;
revoke execute on function audit_words(text, text, text, text) from public;
grant execute on function audit_words(text, text, text, text) to verbatim_app, verbatim_search;

create index audit_event_by_time on audit_event (tenant_id, at desc, id desc);
create index audit_event_by_type on audit_event (tenant_id, type, at desc, id desc);
create index audit_event_by_type_down on audit_event (tenant_id, type desc, at desc, id desc);
create index audit_event_by_actor on audit_event (tenant_id, actor_id, at desc, id desc);
create index audit_event_by_name on audit_event (tenant_id, actor_name, at desc, id desc);
create index audit_event_by_name_down on audit_event (tenant_id, actor_name desc, at desc, id desc);
create index audit_event_by_target on audit_event (tenant_id, target_kind, target_id, at desc, id desc);
create index audit_event_by_request on audit_event (tenant_id, request_id) where request_id is not null;
create index audit_event_words on audit_event
  using gin (audit_words(actor_name, target_name, type, address)) with (fastupdate = off);
select tenant_table('audit_event', 'select, insert');
select append_only('audit_event');
select read_by_functions('audit_event', 'search_reads');

create table idempotency_key (
  tenant_id    uuid not null,
  user_id      uuid not null,
  key          text not null check (length(key) between 1 and 200),
  request_hash bytea not null,
  started_at   timestamptz not null default now(),
  status       smallint,                              -- null while the first request runs
  content_type text,
  body         bytea,
  primary key (tenant_id, user_id, key)
);
create index idempotency_key_by_age on idempotency_key (tenant_id, started_at);
select tenant_table('idempotency_key', 'select, insert, update (started_at, status, content_type, body), delete');
