-- Records of unknown content are read again when a later release understands them. New tables, rights to columns of messages,
-- and a trigger that allows their use only for content that was not understood; nothing waits. The previous release does not
-- know them, and reads nothing again.

-- What a message said before its record was read again. Rows are added, never changed.
create table message_reread (
  tenant_id  uuid not null,
  message_id uuid not null,
  at         timestamptz not null,
  release    text not null,                           -- the one that understood it
  was        jsonb not null,                          -- its former content, but for its body, which is its first revision
  primary key (tenant_id, message_id),                -- what is understood is read no other way
  foreign key (tenant_id, message_id) references message (tenant_id, id)
);
select tenant_table('message_reread', 'select, insert');
select append_only('message_reread');

create function keep_understood() returns trigger language plpgsql
  set search_path = pg_catalog, public, pg_temp as $$
begin
  if old.content_type <> 'unsupported' or not exists (
    select from public.message_reread noted where noted.tenant_id = old.tenant_id and noted.message_id = old.id) then
    raise exception 'what message % says is kept', old.id using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;
revoke execute on function keep_understood() from public;
create trigger keep_understood before update of content_type, structured, subject, format, others, reply_to_key,
  attachment_count, flags on message for each row execute function keep_understood();
grant update (content_type, structured, subject, format, others, reply_to_key, attachment_count, flags)
  on message to verbatim_app;

-- How far an operator's command has come, so that it goes on from there.
create table redigest (
  tenant_id   uuid not null,
  id          uuid not null,
  asked       text not null,                          -- the release and the choice of records
  place       jsonb,                                  -- the last record that was read
  records     integer not null default 0,
  understood  integer not null default 0,
  added       integer not null default 0,
  unreadable  integer not null default 0,
  started_at  timestamptz not null,
  finished_at timestamptz,
  primary key (tenant_id, id)
);
create unique index redigest_unfinished on redigest (tenant_id, asked) where finished_at is null;
select tenant_table('redigest', 'select, insert, update (place, records, understood, added, unreadable, finished_at)');
